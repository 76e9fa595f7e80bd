import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { type Entry, entriesFor, feeOf, type Owed, type Posted } from './rules.ts'

const order: Owed = {
  orderItemId: '111-1',
  marketplace: 'us',
  orderDate: '2026-09-10',
  feeDay: '2026-09-08',
  payeeId: 'ana',
  productId: 'mug',
  owedCents: 1_001,
  isReturned: false,
  review: null,
  why: { rule: 'sub_tag', evidence: {}, observationId: null, reason: 'The sub tag is a short link.' },
}
const everybodys = (feeBps: number) => [{ payeeId: null, feeBps, fromDay: null }]
const terms = { fees: everybodys(2_000), holdDays: 60, today: '2026-10-01' }

/** What the ledger says after these rows. */
function posted(entries: Entry[]): Posted[] {
  return [...Map.groupBy(entries, ({ payeeId }) => payeeId).values()].map((rows) => {
    const [first, last] = [rows[0] as Entry, rows.at(-1) as Entry]
    return {
      orderItemId: first.orderItemId,
      payeeId: first.payeeId,
      productId: last.productId,
      entries: rows.length,
      grossCents: sum(rows, ({ grossCents }) => grossCents),
      feeCents: sum(rows, ({ feeCents }) => feeCents),
      feeBps: first.feeBps,
      availableOn: first.availableOn,
      marketplace: first.marketplace,
      earningMonth: first.earningMonth,
    }
  })
}

const sum = (entries: Entry[], cents: (entry: Entry) => number) =>
  entries.reduce((total, entry) => total + cents(entry), 0)

/** All rows of an order after these states, a day and a change of the fee between each. */
function live(states: Partial<Owed>[], shares: number[] = []): Entry[] {
  const rows: Entry[] = []
  for (const [i, state] of states.entries()) {
    const today = `2026-10-${String(i + 1).padStart(2, '0')}`
    const fees = shares[i] === undefined ? terms.fees : everybodys(shares[i])
    rows.push(...entriesFor({ ...order, ...state }, posted(rows), { ...terms, today, fees }))
  }
  return rows
}

const summary = (rows: Entry[]) =>
  rows.map(({ payeeId, productId, pairSequence, type, grossCents, feeCents }) =>
    [payeeId, productId, pairSequence, type, grossCents, feeCents].join(' '),
  )

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
        // The first row says by which day's fee it is.
        why: { ...order.why, evidence: { fee_day: '2026-09-08' } },
      },
    ])
  })

  it('are none where nothing is owed, and none where nothing has changed', () => {
    expect(live([{ owedCents: 0 }, { payeeId: null, owedCents: 0 }])).toEqual([])
    expect(live([{}, {}, {}])).toHaveLength(1)
  })

  it('take everything back on a return, at the fee of the first row', () => {
    const rows = live([{}, { owedCents: 0, isReturned: true }], [2_000, 3_333])
    expect(summary(rows)).toEqual(['ana mug 1 commission 1001 200', 'ana mug 2 return -1001 -200'])
  })

  it('are adjustments where the commission changes, comes back, or is pending again', () => {
    expect(summary(live([{}, { owedCents: 503 }, { owedCents: 0 }, { owedCents: 400 }]))).toEqual([
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
    expect(summary(live([{}, { ...ben, owedCents: 0, isReturned: true }])).at(-1)).toBe(
      'ana mug 2 adjustment -1001 -200',
    )
    expect(summary(live([{}, { payeeId: null, productId: null, owedCents: 0 }])).at(-1)).toBe(
      'ana mug 2 adjustment -1001 -200',
    )
  })

  it('come to zero before they go to another product of the same payee', () => {
    expect(
      summary(live([{}, { productId: 'lamp', owedCents: 1_200 }, { owedCents: 0, productId: 'bowl' }])),
    ).toEqual([
      'ana mug 1 commission 1001 200',
      'ana mug 2 adjustment -1001 -200',
      'ana lamp 3 adjustment 1200 240',
      'ana lamp 4 adjustment -1200 -240',
    ])
  })

  it('count as posted from the later of the first row’s day and their own', () => {
    const later = { ...terms, today: '2026-12-24' }
    const [first] = live([{}])
    const again = entriesFor({ ...order, owedCents: 1 }, posted([first as Entry]), later)
    expect(again[0]?.availableOn).toBe('2026-12-24')
    expect(live([{}, { owedCents: 1 }])[1]?.availableOn).toBe('2026-11-29')
    // An adjustment long after Amazon has paid is posted at once.
    expect(entriesFor(order, [], later)[0]?.availableOn).toBe('2026-11-29')
  })

  it('balance, and come to what is owed with its fee, after any history', () => {
    const state = fc.record({
      payeeId: fc.constantFrom('ana', 'ben', 'cem', null),
      productId: fc.constantFrom('mug', 'lamp', null),
      owedCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })),
      isReturned: fc.boolean(),
    })
    const history = fc.array(fc.tuple(state, fc.integer({ min: 0, max: 10_000 })), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(history, (steps) => {
        const states = steps.map(([step]) => (step.payeeId === null ? { ...step, owedCents: 0 } : step))
        const rows = live(
          states,
          steps.map(([, bps]) => bps),
        )
        for (const row of rows) {
          expect(row.feeCents + row.userCents).toBe(row.grossCents)
          expect(row.grossCents).not.toBe(0)
        }
        const last = states.at(-1)
        for (const pair of posted(rows)) {
          const owed = pair.payeeId === last?.payeeId ? last.owedCents : 0
          expect(pair.grossCents).toBe(owed)
          expect(pair.feeCents).toBe(feeOf(owed, pair.feeBps))
        }
        if (last?.payeeId && last.owedCents > 0)
          expect(posted(rows).map(({ payeeId }) => payeeId)).toContain(last.payeeId)
        for (const [product, credited] of Map.groupBy(rows, ({ productId }) => productId))
          expect(sum(credited, ({ userCents }) => userCents) === 0 || product === last?.productId).toBe(true)
      }),
      randomRuns(300),
    )
  })
})
