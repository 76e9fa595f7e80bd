import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { earningsChecks } from '../../earnings/index.ts'
import { verify } from '../../platform/verification.ts'
import { matchOrders } from '../matching/service.ts'
import { calculate, terms } from '../posting/testing/orders.ts'
import { orderChecks } from '../proof/verify.ts'
import { unwatched } from '../testing/progress.ts'
import { feeEarningsText } from '../testing/report-text.ts'
import { reviewOf } from '../testing/stage.ts'
import { type Imports, importsOf, reasonsOf } from './testing/stage.ts'

let app: TestApp
let imports: Imports
let review: ReturnType<typeof reviewOf>
beforeAll(async () => {
  app = await startTestApp()
  const admin = await signUpAdmin(app)
  imports = importsOf(app, admin)
  review = reviewOf(app, admin)
})
afterAll(() => app.close())

let n = 0
let asin = ''
let people: { person: Person; link: string }[] = []
/** Each test has an item, days of a year and creators of its own, who all have the item. */
beforeEach(async () => {
  n += 1
  asin = `B0IDENT${n + 100}`
  people = []
  for (let of = 0; of < 2; of += 1) {
    const person = await insertPerson(app.database.db)
    const { shortLinkId } = await insertProduct(app.database.db, person, { asin })
    people.push({ person, link: shortLinkId })
  }
})
const day = (of: number) => `${2000 + n}-05-${String(of).padStart(2, '0')}`
const dollars = (cents: number) => (cents / 100).toFixed(2)

type Cells = Parameters<typeof feeEarningsText>[0][number]
/** What was sold on a day through a creator's link, or through none. */
const sold = (
  creator: number | null,
  cents: number,
  { on = 3, ...cells }: Cells & { on?: number } = {},
): Cells => ({
  ASIN: asin,
  'Date Shipped': day(on),
  'Ad Fees($)': dollars(cents),
  'Sub Tag': creator === null ? '' : (people[creator]?.link ?? ''),
  ...cells,
})

const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour)).toISOString()
let files = 0
/** Merges a file as of an hour, whose bytes no other has. */
const add = async (hour: number, cells: Cells[]) => {
  files += 1
  const rows = cells.map((row) => ({ ...row, Category: `Kitchen ${files}` }))
  const merged = await imports.add(feeEarningsText(rows), { apply: true, report_as_of: at(hour) })
  expect(merged).toMatchObject({ state: 'merged', error: null })
  return merged
}

const context = () => ({ db: app.database.db, actor: null, clock: app.clock.now })
/** Matches and calculates. */
const settle = async () => {
  await matchOrders(context(), terms, randomUUID(), unwatched)
  await calculate(context())
}
/** What each creator has, in cents. */
const money = async () => {
  const { rows } = await app.database.pool.query(
    'select payee_id, sum(gross_commission_cents)::int as cents from earnings_ledger group by 1',
  )
  return people.map(({ person }) => rows.find(({ payee_id }) => payee_id === person.payeeId)?.cents ?? 0)
}
/** The test's orders that count: `id cents x quantity creator`, with why they are under review. */
const orders = async () => {
  const { rows } = await app.database.pool.query(
    `select order_item_id as id, shipped_on, commission_cents as cents, quantity, payee_id, sub_tag, review_reason as review
     from amazon_orders left join order_matches using (order_item_id)
     where asin = $1 and observation_id is not null order by order_item_id`,
    [asin],
  )
  return rows
}
const proven = async () => {
  const lines: string[] = []
  await verify(context(), [earningsChecks, orderChecks], (line) => lines.push(line))
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
}

describe('a report that comes after a newer one (decision 33)', () => {
  it('is asked about where rows of that would be other orders, had it come before; they stay what they are', async () => {
    await add(1, [sold(0, 160), sold(1, 2400)])
    await add(3, [sold(0, 170), sold(1, 2400)])
    const before = await orders()
    const between = [sold(1, 2400), sold(null, 20, { ASIN: 'B0BETWEEN1' })]
    const asked = await imports.add(feeEarningsText(between), { report_as_of: at(2) })
    expect(reasonsOf(asked)).toEqual([
      {
        kind: 'late_report',
        rows: 1,
        commission: 1.7,
        message:
          'This report is older than one that counts already. If it had come first, 1 row of that one, for $1.70, would be another order and matched again. It stays the order that it is.',
        examples: [`${day(3)}: ${asin}, $1.70`],
      },
    ])
    expect(await orders()).toEqual(before)
    await imports.discard(asked.id)
    await add(2, between)
    expect(await orders()).toEqual(before)
    await proven()
  })

  it('asks nothing where they are the same orders either way', async () => {
    await add(1, [sold(0, 160)])
    await add(4, [sold(0, 160), sold(0, 170), sold(1, 2400)])
    const more = await imports.add(feeEarningsText([sold(0, 160), sold(1, 2400)]), { report_as_of: at(2) })
    expect(more).toMatchObject({ state: 'staged', question: null })
    await imports.discard(more.id)
  })
})

describe('rows of Fee-Earnings keep their order (decision 33)', () => {
  it('when a newer download lists one more row first: each creator has exactly theirs', async () => {
    await add(1, [sold(0, 160), sold(1, 2400)])
    await settle()
    expect(await money()).toEqual([160, 2400])
    await add(2, [sold(null, 80), sold(0, 160), sold(1, 2400)])
    await settle()
    expect(await money()).toEqual([160, 2400])
    await proven()
  })

  it('when the first download had one row of them, which a newer one lists second', async () => {
    await add(1, [sold(0, 160)])
    await settle()
    await add(2, [sold(1, 2400), sold(0, 160)])
    await settle()
    expect(await money()).toEqual([160, 2400])
    await proven()
  })

  it('when two lines swap: nothing is new, changed or withdrawn', async () => {
    await add(1, [sold(0, 160), sold(1, 2400)])
    await settle()
    const before = await orders()
    const { imported, updated, unchanged, withdrawn } = await add(2, [sold(1, 2400), sold(0, 160)])
    expect({ imported, updated, unchanged, withdrawn }).toEqual({
      imported: 0,
      updated: 0,
      unchanged: 2,
      withdrawn: 0,
    })
    await settle()
    expect(await money()).toEqual([160, 2400])
    expect(await orders()).toEqual(before)
  })

  it('when a newer download writes sub tags in capitals, also where rows are equal but for that', async () => {
    const loud = (row: Cells) => ({ ...row, 'Sub Tag': `${row['Sub Tag']}`.toUpperCase() })
    await add(1, [sold(0, 160), sold(0, 160), sold(1, 2400)])
    await settle()
    const before = (await orders()).map(({ id }) => id)
    const { imported, withdrawn } = await add(2, [loud(sold(0, 160)), sold(0, 160), loud(sold(1, 2400))])
    expect({ imported, withdrawn }).toEqual({ imported: 0, withdrawn: 0 })
    // A return in capitals takes from what was bought through the same sub tag.
    await add(3, [sold(0, 160), loud(sold(0, 160)), sold(1, 2400), loud(sold(0, -160))])
    await settle()
    expect((await orders()).map(({ id }) => id)).toEqual(expect.arrayContaining(before))
    expect(await money()).toEqual([160, 2400])
    await proven()
  })

  it('without sub tags too, where an admin said whose each is', async () => {
    await add(1, [sold(null, 160), sold(null, 2400)])
    await settle()
    const [first, second] = (await orders()).sort((a, b) => a.cents - b.cents)
    const version = async (id: string) => (await review.read(id)).body.match?.version ?? null
    await review.assign(first.id, people[0]?.link ?? '', await version(first.id))
    await review.assign(second.id, people[1]?.link ?? '', await version(second.id))
    await settle()
    expect(await money()).toEqual([160, 2400])
    await add(2, [sold(null, 80), sold(null, 2400), sold(null, 160)])
    await settle()
    expect(await money()).toEqual([160, 2400])
    await proven()
  })

  it('when the one row of its kind that is gone comes with another fee: it is restated', async () => {
    await add(1, [sold(0, 160), sold(0, 300)])
    await settle()
    const [unchanged, restated] = (await orders()).sort((a, b) => b.cents - a.cents)
    const { imported, updated, withdrawn } = await add(2, [sold(0, 170), sold(0, 300)])
    expect({ imported, updated, withdrawn }).toEqual({ imported: 0, updated: 1, withdrawn: 0 })
    const now = (await orders()).sort((a, b) => b.cents - a.cents)
    expect(now).toEqual([unchanged, { ...restated, cents: 170 }])
    await settle()
    expect(await money()).toEqual([470, 0])
    await proven()
  })

  it('and one that comes back beside what it was restated to has an order of its own', async () => {
    await add(1, [sold(0, 160)])
    const [first] = await orders()
    await add(2, [sold(0, 170)])
    await add(3, [sold(0, 160), sold(0, 170)])
    const now = await orders()
    expect(now).toHaveLength(2)
    expect(now.find(({ id }) => id === first.id)?.cents).toBe(170)
    await settle()
    expect(await money()).toEqual([330, 0])
    await proven()
  })

  it('whatever came first: pairing goes by what the reports are as of', async () => {
    const files: [number, Cells[]][] = [
      [1, [sold(0, 160)]],
      [2, [sold(0, 170), sold(1, 20)]],
      [3, [sold(0, 170), sold(0, 50), sold(1, 20)]],
    ]
    for (const [hour, rows] of files) await add(hour, rows)
    const inOrder = await orders()
    expect(inOrder.map(({ cents }) => cents).sort()).toEqual([170, 20, 50].sort())
    await settle()
    const earned = await money()
    expect(earned).toEqual([220, 20])
    for (const { id } of (await imports.call('GET', '')).body.items.slice(0, 3)) await imports.undo(id)
    expect(await orders()).toEqual([])
    await settle()
    expect(await money()).toEqual([0, 0])
    const [, , newest] = files
    await add(3, newest?.[1] ?? [])
    await settle()
    const first = await orders()
    for (const [hour, rows] of files.slice(0, 2)) {
      const { imported, updated, withdrawn } = await add(hour, rows)
      expect({ imported, updated, withdrawn }).toEqual({ imported: 0, updated: 0, withdrawn: 0 })
    }
    expect(await orders()).toEqual(first)
    await settle()
    expect(await money()).toEqual(earned)
    await proven()
  })
})

describe('rows that nobody can pair', () => {
  it('are under review: what is posted stays, and nothing more is posted before an admin accepts it', async () => {
    await add(1, [sold(0, 160), sold(0, 300), sold(1, 20)])
    await settle()
    const old = (await orders()).filter(({ cents }) => cents !== 20).map(({ id }) => id)
    const second = await add(2, [sold(0, 170), sold(0, 310), sold(0, 90), sold(1, 20)])
    await settle()
    expect(await money()).toEqual([460, 20])
    const fresh = (await orders()).filter(({ cents }) => cents !== 20)
    expect(fresh.map(({ review }) => review)).toEqual(Array(3).fill('restated_ambiguously'))
    await proven()

    const listed = (await review.list({ state: 'under_review', q: asin })).items
    expect(listed.map(({ order_item_id }: { order_item_id: string }) => order_item_id).sort()).toEqual(
      [...old, ...fresh.map(({ id }) => id)].sort(),
    )
    expect(listed[0]).toMatchObject({ under_review: ['restated_ambiguously'] })
    await imports.undo(second.id)
    expect((await review.list({ state: 'under_review', q: asin })).items).toEqual([])
    expect((await orders()).map(({ cents }) => cents).sort()).toEqual([160, 20, 300].sort())
    await settle()
    expect(await money()).toEqual([460, 20])
    await proven()
    await add(3, [sold(0, 170), sold(0, 310), sold(0, 90), sold(1, 20), sold(1, 21)])

    for (const { order_item_id } of (await review.list({ state: 'under_review', q: asin })).items) {
      const accepted = await review.accept(order_item_id)
      expect(accepted).toMatchObject({ status: 200, body: { under_review: [] } })
    }
    await settle()
    expect(await money()).toEqual([570, 41])
    expect((await review.list({ state: 'under_review', q: asin })).items).toEqual([])
    await proven()
    await add(4, [sold(0, 90), sold(1, 20), sold(0, 170), sold(0, 310), sold(1, 21)])
    expect((await review.list({ state: 'under_review', q: asin })).items).toEqual([])
  })
})

describe('a return', () => {
  const back = (creator: number | null, cents: number, on = 5) =>
    sold(creator, -cents, { on, 'Items Shipped': '0', Returns: '1' })

  it('takes from what was bought through its sub tag, never from what was bought through another', async () => {
    await add(1, [sold(0, 160, { on: 2 }), sold(1, 160, { on: 3 })])
    await settle()
    expect(await money()).toEqual([160, 160])
    await add(2, [back(0, 160)])
    await settle()
    expect(await money()).toEqual([0, 160])
    await proven()
  })

  it('with a sub tag takes then from what was bought without one, after those without one have', async () => {
    await add(1, [sold(null, 100, { on: 2 }), sold(0, 50, { on: 3 }), back(0, 120, 4), back(null, 60, 5)])
    expect((await orders()).map(({ cents }) => cents).sort()).toEqual([0, 0, 0, 0])
    expect((await review.list({ state: 'returns_waiting', q: asin })).items).toMatchObject([
      { waiting_return: 0.3 },
    ])
    await proven()
  })

  it('that finds no purchase is counted and listed, and is taken when its purchase arrives', async () => {
    const returns = Array.from({ length: 8 }, (_, index) => back(0, index === 7 ? 228 : 200))
    const staged = await imports.add(feeEarningsText([sold(1, 5000), ...returns]), { report_as_of: at(1) })
    expect(staged.preview?.unfound_returns).toEqual({ count: 8, commission: -16.28 })
    await imports.merge(staged.id)
    await settle()
    expect(await money()).toEqual([0, 5000])
    const waiting = async () =>
      (await review.list({ state: 'returns_waiting', q: asin })).items.map(
        (order: { waiting_return: number }) => order.waiting_return,
      )
    expect((await waiting()).sort()).toEqual([2, 2, 2, 2, 2, 2, 2, 2.28])
    await add(2, [sold(0, 1700, { on: 2 })])
    expect(await waiting()).toEqual([])
    await settle()
    expect(await money()).toEqual([72, 5000])
    await proven()
  })
})

it('any permutation of files, whole or split by days, gives the same ids, matches and cents', async () => {
  const row = fc.record({
    on: fc.integer({ min: 1, max: 3 }),
    creator: fc.constantFrom(0, 1, null),
    cents: fc.constantFrom(100, 100, 250, 399),
    'Items Shipped': fc.constantFrom('1', '2'),
    Name: fc.constantFrom('A mug', 'The mug'),
    Seller: fc.constantFrom('Amazon.com', 'Another'),
  })
  const file = fc.array(row, { minLength: 1, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(
      file.chain((rows) =>
        fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
      ),
      file.chain((rows) =>
        fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
      ),
      async ([first, firstShuffled], [second, secondShuffled]) => {
        const cellsOf = (rows: typeof first) =>
          rows.map(({ creator, cents, ...cells }) => sold(creator, cents, cells))
        const days = [1, 2, 3].map((on) => sold(null, 10, { on, ASIN: 'B0EVERYDAY' }))
        const outcome = async () => {
          await settle()
          return { orders: await orders(), money: await money() }
        }
        const clear = async () => {
          const { rows } = await app.database.pool.query(
            `select id from import_batches where state = 'merged' and undone_at is null`,
          )
          for (const { id } of rows) await imports.undo(id)
          await settle()
        }
        await clear()
        await add(1, [...cellsOf(first), ...days])
        await add(2, [...cellsOf(second), ...days])
        const whole = await outcome()
        await proven()
        await clear()
        await add(1, [...days, ...cellsOf(firstShuffled)])
        await add(2, [...days, ...cellsOf(secondShuffled)])
        expect(await outcome()).toEqual(whole)
        const again = await add(3, [...cellsOf(second), ...days])
        expect(again).toMatchObject({ imported: 0, updated: 0, withdrawn: 0 })
        await clear()
        for (const [hour, rows] of [
          [1, first],
          [2, second],
        ] as const)
          for (const on of [3, 1, 2])
            await add(hour, [...cellsOf(rows.filter((each) => each.on === on)), ...days.slice(on - 1, on)])
        expect((await outcome()).orders).toEqual(whole.orders)
        await proven()
      },
    ),
    randomRuns(1),
  )
}, 300_000)
