import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillDatabase } from '../../bench/data/fill.ts'
import { planSize } from '../../bench/data/size.ts'
import { readListFigures } from '../../src/earnings/lists/service.ts'
import { readDoorway } from '../../src/feed/doorway/service.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { blocksOf, nodesOf, plansOf } from '../harness/plans.ts'
import { anyone, as, type Operation } from './principals.ts'

let database: TestDatabase
/** A product of the creator with the most, of an item that ten thousand share; and one of them in 200 lists. */
let product: { id: string; owner: string }
let list: string

const rowsOf = async (sql: string) => (await database.owner.pool.query(sql)).rows

beforeAll(async () => {
  database = await createTestDatabase()
  const client = await database.owner.pool.connect()
  await client.query('set statement_timeout = 0')
  await fillDatabase(client, planSize)
  client.release(true)
  await rowsOf(`
    update products set marketplace = 'us', asin = 'B0SHARED10', user_comment = 'Words'
    where id in (select id from products where deleted_at is null order by id limit 10000)`)
  await rowsOf(`
    insert into product_ranks (product_id, user_id, marketplace, asin, score)
    select id, user_id, marketplace, asin, 1 + row_number() over (order by id) from products
    where deleted_at is null and not unlisted
    on conflict (product_id) do update set marketplace = excluded.marketplace, asin = excluded.asin`)
  await rowsOf(`
    insert into lists (user_id, slug, title, created_at, updated_at)
    select id, 'list', 'A list', now(), now() from profiles`)
  ;[product] = await rowsOf(`
    select id, user_id as owner from products
    where user_id = (select user_id from products group by 1 order by count(*) desc limit 1) and deleted_at is null
      and not unlisted and is_categorized and asin = 'B0SHARED10' limit 1`)
  await rowsOf(`
    insert into lists (user_id, slug, title, is_public, first_public_at, created_at, updated_at)
    select '${product.owner}', 'list-' || n, 'List ' || n, true, now(), now(), now() from generate_series(1, 200) n`)
  await rowsOf(`
    insert into list_items (list_id, product_id, position, added_at)
    select l.id, p.id, n, now()
    from (select id from lists where is_public) l cross join lateral (
      select id, row_number() over (order by id) as n from products
      where user_id = '${product.owner}' and deleted_at is null order by id = '${product.id}' desc, id limit 500
    ) p`)
  await rowsOf(`
    with item as (
      select list_id, product_id, 'through-' || row_number() over () as link
      from list_items where list_id in (select id from lists where is_public limit 20)
    ), link as (
      insert into short_links (id, product_id, created_at, is_of_list)
      select link, product_id, now(), true from item returning id
    )
    insert into list_links (short_link_id, list_id, product_id)
    select link, list_id, product_id from item where link in (select id from link)`)
  await rowsOf('alter table amazon_orders disable trigger user')
  await rowsOf(`
    insert into amazon_orders (order_item_id, marketplace, order_date, asin, product_title, quantity, commission_cents,
      order_status, updated_at, sub_tag)
    select 'order-' || n, 'us', current_date, 'B0SHARED10', 'A mug', 1, 100, 'shipped', now(), 'through-' || n
    from generate_series(1, 20000) n`)
  await rowsOf('alter table amazon_orders enable trigger user')
  ;[{ id: list }] = await rowsOf('select list_id as id from list_links limit 1')
  await rowsOf(`
    insert into click_list_days select short_link_id, current_date - n, 1, 1 from list_links, generate_series(1, 30) n`)
  await rowsOf(`
    insert into click_deltas (product_id, quarter, kind, outcome, clicks)
    select id, quarter_of(now()), 'view', 'counted', 1 from products limit 20000`)
  await rowsOf('vacuum (analyze)')
}, 300_000)
afterAll(() => database.close())

/** Steps that read all of a table that grows without end. */
async function readingOf(operation: Operation) {
  const plans = await plansOf(database.pool, operation)
  const scans = plans
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
  return {
    queries: plans.length,
    readWhole: scans
      .map((node) => node['Relation Name'] ?? '')
      .filter((name) =>
        /^(products|product_|short_links|profiles|follow|click|list|amazon_orders)/.test(name),
      ),
    blocks: plans.reduce((sum, plan) => sum + blocksOf(plan), 0),
  }
}

it('where a product leads whose item ten thousand share, and that stands in 200 lists: a bounded number of entries', async () => {
  const { queries, readWhole, blocks } = await readingOf((db) => readDoorway(anyone(db), product.id))
  expect([queries, readWhole]).toEqual([3, []])
  expect(blocks).toBeLessThan(2_000)
})

it('what a list of 500 products has brought: each link by keys, in one statement', async () => {
  const { queries, readWhole, blocks } = await readingOf((db) => readListFigures(as(product.owner, db), list))
  expect([queries, readWhole]).toEqual([1, []])
  // A statement with an entry or two of each index for each link, and what it earned.
  expect(blocks).toBeLessThanOrEqual(12_000)
})
