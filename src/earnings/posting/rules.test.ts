import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { type Entry, entriesFor, feeOf, type Owed, type Posted } from './rules.ts'

/** An order's worth: all of it in September, or by months. */
type State = Omit<Owed, 'months'> & { owed: number | Record<string, number> }
const order: State = {
  orderItemId: '111-1',
  marketplace: 'us',
  feeDay: '2026-09-08',
  payeeId: 'ana',
  productId: 'mug',
  owed: 1_001,
  isReturned: false,
  review: null,
  why: { rule: 'sub_tag', evidence: {}, observationId: null, reason: 'The sub tag is a short link.' },
}
const everybodys = (feeBps: number) => [{ payeeId: null, feeBps, fromDay: null }]
const terms = { fees: everybodys(2_000), holdDays: 60, today: '2026-10-01' }

const worth = ({ owed, ...state }: State): Owed => ({
  ...state,
  months: Object.entries(typeof owed === 'number' ? { '2026-09': owed } : owed).map(([month, cents]) => ({
    month,
    cents,
  })),
})

/** What the ledger says after these rows, of which those of some months count as posted. */
function posted(entries: Entry[], isPosted: (month: string) => boolean = () => false): Posted[] {
  return [...Map.groupBy(entries, ({ payeeId }) => payeeId).values()].map((rows) => {
    const [first, last] = [rows[0] as Entry, rows.at(-1) as Entry]
    const months = Map.groupBy(rows, ({ earningMonth, countsMonth }) => `${earningMonth} ${countsMonth}`)
    return {
      orderItemId: first.orderItemId,
      payeeId: first.payeeId,
      productId: last.productId,
      entryCount: rows.length,
      feeCents: sum(rows, ({ feeCents }) => feeCents),
      feeBps: first.feeBps,
      marketplace: first.marketplace,
      sums: [...months.values()].map((of) => {
        const { earningMonth, countsMonth } = of[0] as Entry
        const postedWith = countsMonth ?? earningMonth
        return {
          ...{ month: earningMonth, postedWith, grossCents: sum(of, ({ grossCents }) => grossCents) },
          availableOn: of.map(({ availableOn }) => availableOn).sort()[0] ?? '',
          isPosted: postedWith !== null && isPosted(postedWith.slice(0, 7)),
        }
      }),
    }
  })
}

const sum = (entries: Entry[], cents: (entry: Entry) => number) =>
  entries.reduce((total, entry) => total + cents(entry), 0)

/** All rows of an order after these states, a day and a change of the fee between each. */
function live(states: Partial<State>[], shares: number[] = [], isPosted = (_: string) => false): Entry[] {
  const rows: Entry[] = []
  for (const [i, state] of states.entries()) {
    const today = `2026-10-${String(i + 1).padStart(2, '0')}`
    const fees = shares[i] === undefined ? terms.fees : everybodys(shares[i])
    rows.push(...entriesFor(worth({ ...order, ...state }), posted(rows, isPosted), { ...terms, today, fees }))
  }
  return rows
}

const summary = (rows: Entry[]) =>
  rows.map(({ payeeId, productId, pairSequence, type, grossCents, feeCents }) =>
    [payeeId, productId, pairSequence, type, grossCents, feeCents].join(' '),
  )

const total = (owed: Record<string, number>) => Object.values(owed).reduce((all, cents) => all + cents, 0)

describe('rows of an order (docs/product/ledger.md#rows)', () => {
  it('begin with the commission, split and available when Amazon has paid', () => {
    expect(live([{}])).toEqual([
      {
        orderItemId: '111-1',
        payeeId: 'ana',
        productId: 'mug',
        pairSequence: 1,
        type: 'commission',
        grossCents: 1_001,
        feeCents: 200,
        userCents: 801,
        feeBps: 2_000,
        availableOn: '2026-11-29',
        marketplace: 'us',
        earningMonth: '2026-09-01',
        countsMonth: null,
        // The first row says by which day's fee it is.
        why: { ...order.why, evidence: { fee_day: '2026-09-08' } },
      },
    ])
  })

  it('are none where nothing is owed, and none where nothing has changed', () => {
    expect(live([{ owed: 0 }, { payeeId: null, owed: 0 }])).toEqual([])
    expect(live([{}, {}, {}])).toHaveLength(1)
  })

  it('take everything back on a return, at the fee of the first row', () => {
    const rows = live([{}, { owed: 0, isReturned: true }], [2_000, 3_333])
    expect(summary(rows)).toEqual(['ana mug 1 commission 1001 200', 'ana mug 2 return -1001 -200'])
  })

  it('are adjustments where the commission changes, comes back, or is pending again', () => {
    expect(summary(live([{}, { owed: 503 }, { owed: 0 }, { owed: 400 }]))).toEqual([
      'ana mug 1 commission 1001 200',
      'ana mug 2 adjustment -498 -99',
      'ana mug 3 adjustment -503 -101',
      'ana mug 4 adjustment 400 80',
    ])
  })

  it('take back from the former payee what an admin gives to another, and give it back', () => {
    const ben = { payeeId: 'ben', productId: 'lamp' }
    expect(summary(live([{}, ben, {}]))).toEqual([
      'ana mug 1 commission 1001 200',
      'ana mug 2 adjustment -1001 -200',
      'ben lamp 1 commission 1001 200',
      'ben lamp 2 adjustment -1001 -200',
      'ana mug 3 adjustment 1001 200',
    ])
    expect(summary(live([{}, { ...ben, owed: 0, isReturned: true }])).at(-1)).toBe(
      'ana mug 2 adjustment -1001 -200',
    )
    expect(summary(live([{}, { payeeId: null, productId: null, owed: 0 }])).at(-1)).toBe(
      'ana mug 2 adjustment -1001 -200',
    )
  })

  it('come to zero before they go to another product of the same payee', () => {
    expect(summary(live([{}, { productId: 'lamp', owed: 1_200 }, { owed: 0, productId: 'bowl' }]))).toEqual([
      'ana mug 1 commission 1001 200',
      'ana mug 2 adjustment -1001 -200',
      'ana lamp 3 adjustment 1200 240',
      'ana lamp 4 adjustment -1200 -240',
    ])
  })

  it('count as posted from the later of the first row’s day and their own', () => {
    const later = { ...terms, today: '2026-12-24' }
    const [first] = live([{}])
    const again = entriesFor(worth({ ...order, owed: 1 }), posted([first as Entry]), later)
    expect(again[0]?.availableOn).toBe('2026-12-24')
    expect(live([{}, { owed: 1 }])[1]?.availableOn).toBe('2026-11-29')
    // An adjustment long after Amazon has paid is posted at once.
    expect(entriesFor(worth(order), [], later)[0]?.availableOn).toBe('2026-11-29')
  })
})

/** Month, month with which it counts, type, gross and fee. */
const byMonths = (rows: Entry[]) =>
  rows.map(({ earningMonth, countsMonth, type, grossCents, feeCents }) =>
    [earningMonth?.slice(0, 7), countsMonth?.slice(0, 7) ?? 'own', type, grossCents, feeCents].join(' '),
  )

describe('rows of months (docs/product/ledger.md#earning-months)', () => {
  const returned = { owed: { '2026-07': 500, '2026-08': -500 }, isReturned: true }

  it('are of the month of each part, with one fee for all', () => {
    const rows = live([{ owed: { '2026-07': 501, '2026-08': 502 } }])
    expect(byMonths(rows)).toEqual(['2026-07 own commission 501 100', '2026-08 own adjustment 502 101'])
    expect(rows.map(({ availableOn }) => availableOn)).toEqual(['2026-09-29', '2026-10-30'])
  })

  it('take a return back in its own month, and count it with its purchase', () => {
    expect(byMonths(live([{ owed: { '2026-07': 500 } }, returned]))).toEqual([
      '2026-07 own commission 500 100',
      '2026-08 2026-07 return -500 -100',
    ])
    // Also where both are read at once, or the return was first.
    const together = live([returned])
    expect(byMonths(together)).toEqual(['2026-07 own commission 500 100', '2026-08 2026-07 return -500 -100'])
    expect(together.map(({ availableOn }) => availableOn)).toEqual(['2026-09-29', '2026-09-29'])
    expect(byMonths(live([returned, { owed: { '2026-07': 500, '2026-08': -200 } }])).at(-1)).toBe(
      '2026-08 2026-07 adjustment 300 60',
    )
  })

  it('take a return from the first month that has something left', () => {
    const parts = { '2026-07': 100, '2026-08': 400 }
    expect(byMonths(live([{ owed: parts }, { owed: { ...parts, '2026-09': -300 } }])).slice(2)).toEqual([
      '2026-09 2026-07 return -100 -20',
      '2026-09 2026-08 return -200 -40',
    ])
  })

  it('move with a later report: what was posted stays so, what was pending waits for its new month', () => {
    const moved: Partial<State>[] = [{ owed: { '2026-07': 500 } }, { owed: { '2026-08': 500 } }]
    expect(byMonths(live(moved)).slice(1)).toEqual([
      '2026-07 own adjustment -500 -100',
      '2026-08 own adjustment 500 100',
    ])
    const stays = live(moved, [], (month) => month === '2026-07')
    expect(byMonths(stays).slice(1)).toEqual([
      '2026-07 own adjustment -500 -100',
      '2026-08 2026-07 adjustment 500 100',
    ])
    // Nor does it become pending by another product, or where only a part moves, and more comes to it.
    const lamp = live(
      [...moved, { productId: 'lamp', owed: { '2026-08': 600 } }],
      [],
      (month) => month === '2026-07',
    )
    expect(byMonths(lamp).slice(3)).toEqual([
      '2026-08 2026-07 adjustment -500 -100',
      '2026-08 2026-07 adjustment 500 100',
      '2026-08 own adjustment 100 20',
    ])
  })

  it('go from where they count once they are cancelled', () => {
    const states: Partial<State>[] = [
      { owed: { '2026-07': 500 } },
      { owed: { '2026-08': 500 } },
      { owed: 0, isReturned: true },
    ]
    expect(byMonths(live(states, [], (month) => month === '2026-07')).at(-1)).toBe(
      '2026-08 2026-07 return -500 -100',
    )
  })

  it('stay without a month where their pair began so', () => {
    const old = posted(live([{}])).map((pair) => ({
      ...{ ...pair, marketplace: null },
      sums: pair.sums.map((one) => ({ ...one, month: null, postedWith: null })),
    }))
    const rows = entriesFor(worth({ ...order, owed: { '2026-07': 900, '2026-08': 1 } }), old, terms)
    expect(rows).toMatchObject([
      {
        grossCents: -100,
        marketplace: null,
        earningMonth: null,
        countsMonth: null,
        availableOn: '2026-11-29',
      },
    ])
  })

  it('balance, and come to what is owed with its fee, after any history', () => {
    const state = fc.record({
      payeeId: fc.constantFrom('ana', 'ben', 'cem', null),
      productId: fc.constantFrom('mug', 'lamp', null),
      owed: fc.dictionary(
        fc.constantFrom('2026-07', '2026-08', '2026-09'),
        fc.oneof(fc.constant(0), fc.integer({ min: -1_000, max: 100_000 })),
        { maxKeys: 3, noNullPrototype: true },
      ),
      isReturned: fc.boolean(),
    })
    const history = fc.array(fc.tuple(state, fc.integer({ min: 0, max: 10_000 })), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(history, (steps) => {
        // No order is worth less than nothing.
        const isSome = ({ owed, payeeId }: (typeof steps)[0][0]) => payeeId !== null && total(owed) >= 0
        const states = steps.map(([step]) => (isSome(step) ? step : { ...step, owed: {} }))
        const rows = live(
          states,
          steps.map(([, bps]) => bps),
          (month) => month === '2026-07',
        )
        for (const row of rows) {
          expect(row.feeCents + row.userCents).toBe(row.grossCents)
          expect(row.grossCents).not.toBe(0)
        }
        const last = states.at(-1)
        for (const pair of posted(rows)) {
          const owed = pair.payeeId === last?.payeeId ? last.owed : {}
          for (const month of ['2026-07', '2026-08', '2026-09']) {
            const sums = pair.sums.filter((one) => one.month === `${month}-01`)
            expect(sums.reduce((cents, one) => cents + one.grossCents, 0)).toBe(owed[month] ?? 0)
          }
          expect(pair.feeCents).toBe(feeOf(total(owed), pair.feeBps))
        }
        if (last?.payeeId && total(last.owed) > 0)
          expect(posted(rows).map(({ payeeId }) => payeeId)).toContain(last.payeeId)
        for (const [product, credited] of Map.groupBy(rows, ({ productId }) => productId))
          expect(sum(credited, ({ userCents }) => userCents) === 0 || product === last?.productId).toBe(true)
      }),
      randomRuns(300),
    )
  })
})
