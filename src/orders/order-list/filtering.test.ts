import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { idsOf, type Review, reviewOf, storeEntry, storeMatch, storeOrder } from '../testing/stage.ts'
import { orderSorts } from './contract.ts'

let app: TestApp
let review: Review
const count = 130

beforeAll(async () => {
  app = await startTestApp()
  review = reviewOf(app, await signUpAdmin(app))
  const creator = await insertPerson(app.database.db, { username: 'ana_filters' })
  const product = await insertProduct(app.database.db, creator)
  for (let n = 0; n < count; n++) {
    const id = await storeOrder(app, {
      id: `112-${String((n * 7919) % 10_000).padStart(4, '0')}-${n}`,
      order_date: `2026-0${1 + (n % 5)}-1${n % 3}`,
      commission_cents: (n * 37) % 400,
      ...(n % 8 === 4 ? { marketplace: 'jp', currency: 'JPY' } : { marketplace: n % 8 === 0 ? 'de' : 'us' }),
      asin: `B00000000${n % 7}`,
      product_title: n % 7 === 3 ? 'Una lámpara 50% azul' : `A mug, no. ${n % 7}`,
    })
    if (n % 2)
      await storeMatch(app, id, { confidence: 'high', payee_id: creator.payeeId, product_id: product.id })
    if (n % 6 === 1) await storeEntry(app, { orderItemId: id, payeeId: creator.payeeId })
  }
})
afterAll(() => app.close())

/** What is shown of an order, in hundredths: yen have no cents. */
const worth = `(commission_cents * case currency when 'JPY' then 100 else 1 end)`

async function walk(query: Record<string, string>) {
  const all: string[] = []
  let cursor: string | null = null
  do {
    const page = await review.list({ ...query, ...(cursor && { cursor }) })
    expect(page.items.length).toBeLessThanOrEqual(50)
    all.push(...idsOf(page))
    cursor = page.next_cursor
  } while (cursor)
  return all
}

/** The result of a plain statement over all orders. */
async function plainly(condition: string, sort: (typeof orderSorts)[number] = 'newest') {
  const key = sort === 'newest' || sort === 'oldest' ? 'order_date' : worth
  const way = sort === 'newest' || sort === 'highest' ? 'desc' : 'asc'
  const { rows } = await app.database.pool.query(
    `select order_item_id as id from amazon_orders o where ${condition}
     order by ${key} ${way}, order_item_id ${way}`,
  )
  return rows.map(({ id }) => id)
}

const isHigh = `exists (select from order_matches m where m.order_item_id = o.order_item_id)`
const isPosted = `exists (select from earnings_ledger l where l.order_item_id = o.order_item_id)`
const filters: [Record<string, string>, string][] = [
  [{}, 'true'],
  [{ from: '2026-02-11', to: '2026-04-10' }, `order_date between '2026-02-11' and '2026-04-10'`],
  [{ min: '1', max: '2.50' }, `${worth} between 100 and 250`],
  [{ marketplace: 'de' }, `marketplace = 'de'`],
  [
    { marketplace: 'jp', min: '100', max: '250' },
    `marketplace = 'jp' and commission_cents between 100 and 250`,
  ],
  [{ marketplace: 'us', min: '3' }, `marketplace = 'us' and ${worth} >= 300`],
  [
    { state: 'high', max: '1', from: '2026-03-01' },
    `${isHigh} and ${worth} <= 100 and order_date >= '2026-03-01'`,
  ],
  [{ state: 'waiting', marketplace: 'de' }, `not ${isHigh} and marketplace = 'de'`],
  [{ state: 'with_ledger', min: '2' }, `${isPosted} and ${worth} >= 200`],
  [{ q: '@ana_filters', marketplace: 'us' }, `${isHigh} and marketplace = 'us'`],
  [{ q: 'lampara AZUL', to: '2026-03-31' }, `product_title like 'Una%' and order_date <= '2026-03-31'`],
]

describe('GET admin/orders: filters and sorting (decision 26)', () => {
  it.each(filters.flatMap(([query, condition]) => orderSorts.map((sort) => ({ query, condition, sort }))))(
    '$query by $sort: each once, in order, on all pages',
    async ({ query, condition, sort }) => {
      const expected = await plainly(condition, sort)
      expect(await walk({ ...query, sort })).toEqual(expected)
      expect(expected.length).toBeGreaterThan(0)
    },
  )

  it('orders with ledger rows are sorted by the first of these without `sort`', async () => {
    const posted = await walk({ state: 'with_ledger', marketplace: 'us', from: '2026-02-01' })
    const { rows } = await app.database.pool.query(
      `select order_item_id as id from earnings_ledger join amazon_orders using (order_item_id)
       where amazon_orders.marketplace = 'us' and order_date >= '2026-02-01'
       order by earnings_ledger.created_at desc, earnings_ledger.id desc`,
    )
    expect(posted).toEqual(rows.map(({ id }) => id))
    expect(posted.length).toBeGreaterThan(0)
  })

  it.each([
    ['a part of an id, from its middle', '7919-1', `order_item_id like '%7919-1%'`],
    ['the end of an id', '3-77', `order_item_id like '%3-77'`],
    ['words of a title, in any case and order, without accents', 'AZUL lampara', `product_title like 'Una%'`],
    ['a sign that stands for nothing else', '50% azul', `product_title like 'Una%'`],
    ['a title that none has', '50_ azul', 'false'],
  ])('finds by %s', async (_, q, condition) => {
    expect(await walk({ q })).toEqual(await plainly(condition))
  })

  it('finds an order by its present title after a report changed it', async () => {
    const id = await storeOrder(app, { id: 'retitled', product_title: 'Before' })
    await app.database.pool.query(
      `update amazon_orders set product_title = 'Afterwards' where order_item_id = $1`,
      [id],
    )
    expect([await walk({ q: 'before' }), await walk({ q: 'afterw' })]).toEqual([[], ['retitled']])
  })

  it.each([
    'from=2026-13-01',
    'min=much',
    'marketplace=xx',
    'sort=price',
    'sort=highest&cursor=2026-03-01_x',
    'sort=newest&cursor=12_x',
  ])('refuses %s', async (query) => {
    const { status, body } = await review.call('GET', `orders?${query}`)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })
})

describe('GET admin/export/orders', () => {
  const file = async (query: Record<string, string>) =>
    (await review.call('GET', `export/orders?${new URLSearchParams(query)}`)).body

  it('has all orders of the list, as CSV and as JSON', async () => {
    const ids = await plainly(`${worth} >= 200`, 'highest')
    const { items } = await file({ min: '2', sort: 'highest', format: 'json' })
    expect(idsOf({ items })).toEqual(ids)
    const lines = String(await file({ min: '2', sort: 'highest' })).split('\r\n')
    expect(lines).toHaveLength(ids.length + 2)
    expect(lines[0]).toContain('"order_item_id","order_date","marketplace","asin","product_title"')
    expect(lines.at(-2)).toMatch(/^"112-\d{4}-\d+","2026-0\d-1\d","(us|de|jp)",.*"2\.\d\d","/)
  })
})
