import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { blocksOf, nodesOf, plansOf } from '../../../tests/harness/plans.ts'
import { withoutTriggers } from '../../../tests/harness/without-triggers.ts'
import { as, type Operation } from '../../../tests/plans/principals.ts'
import { foldClicks } from '../../clicks/index.ts'
import { earningsAnalytics } from './analytics.ts'
import { selectLedgerForFile } from './export-sql.ts'
import { explainLedgerEntry, listLedger } from './ledger.ts'
import { listLedgerOrders } from './orders.ts'
import { listProductEarnings, readProductEarnings } from './products.ts'
import { listStatements, readStatement } from './statements.ts'

const options = { reportTimeZone: 'America/Los_Angeles', holdDays: 60 }
const month = new Date().toISOString().slice(0, 7)

let database: TestDatabase
let ana: Person
let entry: string
let product: string

// 3,000 creators with 15,000 rows together; one of them has a tenth of these, on fifty products with clicks all day.
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  ana = await insertPerson(db)
  const products = await Promise.all(Array.from({ length: 50 }, () => insertProduct(db, ana)))
  const run = (statement: string, values: unknown[] = []) => database.owner.pool.query(statement, values)
  await withoutTriggers(database, async (run) => {
    await run(`
      insert into users (email, created_at, updated_at)
      select n || '@example.org', now(), now() from generate_series(1, 3000) n`)
    await run('insert into payees (user_id, created_at) select id, now() from users where id <> $1', [
      ana.userId,
    ])
    await run(
      `insert into products (user_id, payee_id, amazon_url, marketplace, asin, is_categorized, metadata_source, created_at,
         updated_at)
       select user_id, id, 'https://www.amazon.com/dp/B000000001', 'us', 'B000000001', false, 'owner', now(), now()
       from payees, generate_series(1, 2) where id <> $1`,
      [ana.payeeId],
    )
    await run('insert into click_totals (product_id) select id from products where user_id <> $1', [
      ana.userId,
    ])
    await run(
      `insert into amazon_orders (order_item_id, marketplace, order_date, asin, quantity, commission_cents, order_status,
         updated_at, sub_tag)
       select 'o' || n, 'us', current_date, 'B000000001', 1, 400, 'shipped', now(),
         'listed-' || case when n % 10 = 0 then 1 + n / 10 % 50 else 51 + n % 2900 end
       from generate_series(1, 15000) n`,
    )
    // Each order came through a list: one in ten through the creator's own, for their own product.
    await run(`
      insert into lists (user_id, slug, title, created_at, updated_at)
      select id, 'list', 'A list', now(), now() from users`)
    await run(
      `insert into list_links (short_link_id, list_id, product_id)
       select 'listed-' || n, l.id, ($2::uuid[])[least(n, 50)]
       from generate_series(1, 3000) n
       join (select id, user_id, row_number() over (order by id) as place from lists) l
         on case when n <= 50 then l.user_id = $1 else l.place = n and l.user_id <> $1 end`,
      [ana.userId, products.map(({ id }) => id)],
    )
    await run(
      `insert into order_matches (order_item_id, confidence, payee_id, reason, matched_at, order_date)
       select order_item_id, 'high', $1, '', now(), order_date from amazon_orders`,
      [ana.payeeId],
    )
  })
  await run(
    `insert into earnings_ledger (payee_id, order_item_id, product_id, pair_sequence, transaction_type,
       gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
     select payee_id, 'o' || n, id, 1, 'commission', 400, 80, 320, 2000, current_date, now() - n * interval '34 minutes'
     from generate_series(1, 15000) n
     join (
       select id, payee_id, row_number() over (order by id) as position from products where payee_id <> $1
     ) p on position = 1 + n % 6000 and n % 10 <> 0
     union all
     select $1, 'o' || n, ($2::uuid[])[1 + n / 10 % 50], 1, 'commission', 400, 80, 320, 2000, current_date,
       now() - n * interval '34 minutes'
     from generate_series(10, 15000, 10) n`,
    [ana.payeeId, products.map(({ id }) => id)],
  )
  // A twentieth of the rows is under review, and another twentieth was.
  await run(`
    insert into earnings_holds (order_item_id, payee_id, place, reason, on_day, created_at)
    select order_item_id, payee_id, place, 'several_creators', current_date, now()
    from (select order_item_id, payee_id, row_number() over (order by id) as n from earnings_ledger) l,
      generate_series(1, 2) place
    where n % 10 = 0 and (place = 1 or n % 20 = 0)`)
  await run(
    `insert into click_deltas (product_id, quarter, kind, outcome, clicks)
     select id, quarter_of(now() - n * case when user_id = $1 then interval '21 hours' else interval '30 days' end), 'view',
       'counted', 1
     from products, generate_series(1, 400) n where user_id = $1 or n <= 4`,
    [ana.userId],
  )
  await foldClicks({ db })
  await run('vacuum (analyze)')
  const { rows } = await run('select id from earnings_ledger where payee_id = $1 limit 1', [ana.payeeId])
  entry = rows[0].id
  product = products[7]?.id ?? ''
}, 300_000)
afterAll(() => database.close())

const reading =
  (period: 'D' | 'W' | 'M' | 'Y'): Operation =>
  (db) =>
    earningsAnalytics(as(ana.userId, db), { period, tz: 'America/Denver' }, options)

const ordersOf = (db: Parameters<Operation>[0], query: Omit<Parameters<typeof listLedgerOrders>[1], 'tz'>) =>
  listLedgerOrders(as(ana.userId, db), { tz: 'America/Denver', ...query }, options)
const productsOf = (db: Parameters<Operation>[0], period: 'D' | 'M') =>
  listProductEarnings(as(ana.userId, db), { period, tz: 'America/Denver', sort: 'earnings', first: 'most' })

const operations: [name: string, operation: Operation, maxBlocks: number][] = [
  // Each row is looked up among the holds too, and the list through which its order came.
  ['a page of the ledger', (db) => listLedger(as(ana.userId, db), { tz: 'America/Denver' }, options), 1_500],
  [
    'a later page of the ledger',
    (db) => listLedger(as(ana.userId, db), { tz: 'America/Denver', cursor: '700' }, options),
    1_500,
  ],
  // All 1,500 orders are of its month, which is summed up.
  ['a page of orders by day', (db) => ordersOf(db, { sort: 'ordered' }), 2_300],
  [
    'a later page of orders by day',
    (db) => ordersOf(db, { sort: 'ordered', cursor: `${new Date().toISOString().slice(0, 10)}_700` }),
    2_300,
  ],
  ['a page of orders by posting', (db) => ordersOf(db, { sort: 'posted' }), 2_000],
  [
    'a later page of orders by posting',
    (db) => ordersOf(db, { sort: 'posted', cursor: `${Date.now() - 90 * 86_400_000}000_700` }),
    2_000,
  ],
  ['a page of a product’s orders', (db) => ordersOf(db, { sort: 'posted', product }), 2_000],
  ['what a product brought', (db) => readProductEarnings(as(ana.userId, db), product, options), 500],
  // Reads all of the creator's quarters and orders of the time.
  ['products by what they earned', (db) => productsOf(db, 'M'), 2_500],
  ['products by what they earned today', (db) => productsOf(db, 'D'), 1_200],
  // Its order's and its month's holds and release, too.
  ['why a row is what it is', (db) => explainLedgerEntry(as(ana.userId, db), entry, options), 90],
  [
    'a batch of a file',
    (db) => selectLedgerForFile(db, ana.userId, { after: 100, upTo: 1500, limit: 100 }),
    1200,
  ],
  ['the months', (db) => listStatements(as(ana.userId, db)), 600],
  // Reads all rows of the month.
  ['a statement', (db) => readStatement(as(ana.userId, db), month, options), 8_000],
  // Reads all quarters in which there were rows, here a quarter of an hour each.
  ['the figures of a day', reading('D'), 2_500],
  ['the figures of 4 weeks', reading('W'), 2_500],
  ['the figures of 12 months', reading('M'), 4_000],
  ['the figures of 5 years', reading('Y'), 3_000],
]

it.each(operations)('%s is read by keys alone', async (_, operation, maxBlocks) => {
  const plans = await plansOf(database.pool, operation)
  const growing =
    /^(earnings|earnings_.*|amazon_orders|order_matches|products|click_.*|payees|lists|list_links)$/
  const whole = plans
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
  expect(plans.length).toBeGreaterThan(0)
  // Unfolded clicks are few, and there were none when the statistics were made.
  expect(whole.filter((name) => growing.test(name) && name !== 'click_deltas')).toEqual([])
  const blocks = plans.reduce((sum, plan) => sum + blocksOf(plan), 0)
  expect(blocks).toBeLessThan(maxBlocks)
})
