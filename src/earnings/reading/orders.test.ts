import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { collectionOf } from '../../folio/testing/collection.ts'
import { ManualClock } from '../../platform/clock.ts'
import { verify } from '../../platform/verification.ts'
import type { LedgerEntry, LedgerOrder } from '../contract.ts'
import { earningsChecks } from '../proof/verify.ts'
import { type Posting, post, shareOf, signUpPayee } from '../testing/ledger.ts'

const now = new Date('2026-11-22T03:00:00Z')
const dayAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
let app: TestApp
let ana: Person & { payeeId: string }
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(now) })
})
afterAll(() => app.close())
beforeEach(async () => {
  ana = await signUpPayee(app)
})

const run = (statement: string, values: unknown[] = []) => app.database.pool.query(statement, values)
const get = (path: string, { token }: { token?: string } = ana) =>
  app.request('GET', `/api/v1/me/${path}`, { token })

/** All pages of a list, one after the other. */
async function all<Item>(path: string): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const join = path.includes('?') ? '&' : '?'
    const { body } = await get(`${path}${cursor && `${join}cursor=${cursor}`}`)
    expect(body.items.length).toBeLessThanOrEqual(50)
    items.push(...body.items)
    cursor = body.next_cursor
  }
  return items
}
const ordersOf = (query = '') => all<LedgerOrder>(`ledger/orders${query}`)
const idsOf = (orders: LedgerOrder[]) => orders.map(({ order_item_id }) => order_item_id)

describe('GET me/ledger/orders (docs/product/earnings.md#orders)', () => {
  it('lists each order with its amounts and its rows', async () => {
    const lamp = await collectionOf(app, ana).post({ title: 'Lamp' })
    const order = `${ana.id}-lamp`
    const lampRow = { order, productId: lamp.id, title: 'A desk lamp' }
    await post(app, ana, [
      { ...lampRow, gross: 1000, at: dayAgo(9), availableOn: '2026-11-01' },
      {
        ...lampRow,
        gross: -400,
        at: dayAgo(1),
        pair: 2,
        type: 'adjustment',
        availableOn: '2026-11-21',
      },
    ])
    expect(await ordersOf()).toEqual([
      {
        order_item_id: order,
        order_date: '2026-11-13',
        first_posted_at: dayAgo(9).toISOString(),
        gross_commission: 6,
        platform_fee_amount: 1.2,
        user_amount: 4.8,
        status: 'posted',
        under_review: null,
        is_provisional: false,
        held: null,
        waiting: null,
        amazon_orders: { product_title: 'A desk lamp', asin: 'B0BOUGHT01', confidence: 'high' },
        product: {
          id: lamp.id,
          title: 'Lamp',
          image_url: null,
          image_is_amazons: false,
          short_link_id: lamp.short_link_id,
        },
        through_list: null,
        month_amount: null,
        entries: [
          expect.objectContaining({ transaction_type: 'commission', user_amount: 8, status: 'posted' }),
          expect.objectContaining({ transaction_type: 'adjustment', user_amount: -3.2 }),
        ],
      },
    ])
  })

  it('says what is posted, pending, under review, or came to nothing', async () => {
    const named = (name: string) => `${ana.id}-${name}`
    await post(app, ana, [
      { order: named('posted'), gross: 100, at: dayAgo(1), availableOn: '2026-11-21' },
      { order: named('pending'), gross: 100, at: dayAgo(2), availableOn: '2026-11-22' },
      { order: named('half'), gross: 100, at: dayAgo(3), availableOn: '2026-11-21' },
      {
        order: named('half'),
        gross: 9,
        at: dayAgo(3),
        pair: 2,
        type: 'adjustment',
        availableOn: '2027-01-01',
      },
      { order: named('review'), gross: 100, at: dayAgo(4), availableOn: '2026-01-01' },
      { order: named('netted'), gross: 100, at: dayAgo(5), availableOn: '2027-01-01' },
      { order: named('netted'), gross: -100, at: now, pair: 2, type: 'return', availableOn: '2027-01-01' },
    ])
    await run(
      `insert into earnings_holds (order_item_id, payee_id, place, reason, on_day, created_at)
       values ($1, $2, 1, 'own_purchase', '2026-11-20', $3)`,
      [named('review'), ana.payeeId, now],
    )
    const orders = await ordersOf()
    expect(
      orders.map(({ status, under_review, user_amount }) => [status, under_review, user_amount]),
    ).toEqual([
      ['posted', null, 0.8],
      ['pending', null, 0.8],
      ['pending', null, 0.87],
      ['under_review', 'own_purchase', 0.8],
      ['netted', null, 0],
    ])
  })

  it('sorts by day or by posting, and by the day in a later report', async () => {
    const names = ['a', 'b', 'c'].map((name) => `${ana.id}-${name}`)
    const [a, b, c] = names
    await post(
      app,
      ana,
      names.map((order, n) => ({ order, gross: 100, at: dayAgo(n) })),
    )
    expect(idsOf(await ordersOf())).toEqual([a, b, c])
    await run(`update amazon_orders set order_date = '2026-11-25' where order_item_id = $1`, [c])
    expect(idsOf(await ordersOf())).toEqual([c, a, b])
    expect((await ordersOf())[0]?.order_date).toBe('2026-11-25')
    expect(idsOf(await ordersOf('?sort=posted'))).toEqual([a, b, c])
    // A later row does not move an order.
    await post(app, ana, [{ order: String(b), gross: -5, at: now, pair: 2, type: 'adjustment' }])
    expect(idsOf(await ordersOf('?sort=posted'))).toEqual([a, b, c])
  })

  it('lists the orders of one product, and none of somebody else’s product', async () => {
    const folio = collectionOf(app, ana)
    const [lamp, mug] = [await folio.post({ title: 'Lamp' }), await folio.post({ title: 'Mug' })]
    await post(app, ana, [
      { order: `${ana.id}-1`, gross: 100, at: dayAgo(1), productId: lamp.id },
      { order: `${ana.id}-2`, gross: 100, at: dayAgo(2), productId: mug.id },
    ])
    for (const sort of ['ordered', 'posted'])
      expect(idsOf(await ordersOf(`?sort=${sort}&product=${lamp.id}`))).toEqual([`${ana.id}-1`])
    const ben = await signUpPayee(app)
    const { body } = await get(`ledger/orders?product=${lamp.id}`)
    expect(body.months).toEqual([{ month: '2026-11', orders: 1, user_amount: 0.8 }])
    expect((await get(`ledger/orders?product=${lamp.id}`, ben)).body.items).toEqual([])
  })

  it('refuses invalid cursors, and those of the other sort', async () => {
    for (const query of [
      'cursor=x',
      'cursor=2026-11-31_0',
      'cursor=2026-02-31_1',
      'cursor=0000-01-01_1',
      'cursor=1763780400000000_1',
      'sort=posted&cursor=2026-11-21_1',
      'sort=posted&cursor=99999999999999999999_1',
    ]) {
      const { status, body } = await get(`ledger/orders?${query}`)
      expect([query, status, body.code]).toEqual([query, 400, 'validation_failed'])
    }
    expect((await get('ledger/orders', {})).status).toBe(401)
  })

  const someRow = fc.record({
    order: fc.integer({ min: 0, max: 70 }),
    gross: fc.integer({ min: -3000, max: 3000 }).filter((gross) => gross !== 0),
    daysAgo: fc.integer({ min: 0, max: 40 }),
  })
  it('has the same amounts as the rows one by one, each in one order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someRow, { minLength: 1, maxLength: 150 }), async (made) => {
        ana = await signUpPayee(app)
        const folio = collectionOf(app, ana)
        const products = [await folio.post(), await folio.post(), null]
        const pairs = new Map<number, number>()
        const rows: Posting[] = made.map(({ order, gross, daysAgo }) => {
          const pair = (pairs.get(order) ?? 0) + 1
          pairs.set(order, pair)
          return {
            order: `${ana.id}-${order}`,
            gross,
            at: dayAgo(daysAgo),
            pair,
            type: pair === 1 ? 'commission' : gross < 0 ? 'return' : 'adjustment',
            // Orders do not change their product here; that is the calculator's part.
            productId: products[order % 3]?.id ?? null,
          }
        })
        await post(app, ana, rows)
        const entries = await all<LedgerEntry>('ledger')
        const cents = (usd: number) => Math.round(usd * 100)
        for (const sort of ['ordered', 'posted']) {
          const orders = await ordersOf(`?sort=${sort}`)
          expect(orders).toHaveLength(pairs.size)
          expect(orders.flatMap((order) => order.entries.map(({ id }) => id)).sort()).toEqual(
            entries.map(({ id }) => id).sort(),
          )
          for (const order of orders) {
            const own = rows.filter((row) => row.order === order.order_item_id)
            expect(cents(order.user_amount)).toBe(own.reduce((sum, { gross }) => sum + shareOf(gross), 0))
          }
          const keys = orders.map(({ order_date, first_posted_at }) =>
            sort === 'ordered' ? order_date : first_posted_at,
          )
          expect(keys).toEqual(keys.toSorted().toReversed())
        }
        const total = entries.reduce((sum, { user_amount }) => sum + cents(user_amount), 0)
        const grouped = (await ordersOf()).reduce((sum, { user_amount }) => sum + cents(user_amount), 0)
        expect(grouped).toBe(total)
      }),
      randomRuns(4),
    )
    const lines: string[] = []
    const context = { db: app.database.db, actor: null, clock: () => now }
    await verify(context, [earningsChecks], (line) => lines.push(line))
    expect(lines.filter((line) => line.includes('creators’ orders'))).toEqual([
      expect.stringMatching(/^ok {4}creators’ orders equal their ledger rows/),
    ])
  })
})
