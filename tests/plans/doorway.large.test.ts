import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillDatabase } from '../../bench/data/fill.ts'
import { planSize } from '../../bench/data/size.ts'
import { readListFigures } from '../../src/earnings/lists/service.ts'
import { readDoorway } from '../../src/feed/doorway/service.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { anyone, as } from './principals.ts'
import { readingOf } from './reading.ts'

let database: TestDatabase
/**
 * A product of the creator with the most, of an item that ten thousand share, and that is in all of their 200 lists but
 * the largest.
 */
let product: { id: string; owner: string; list: string }

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
  ;[product] = await rowsOf(`
    select p.id, p.user_id as owner, l.id as list
    from (select id, user_id from lists order by items_count desc limit 1) l join products p on p.user_id = l.user_id
    where p.deleted_at is null and not p.unlisted and p.is_categorized and p.asin = 'B0SHARED10' limit 1`)
  await rowsOf(`
    insert into list_items (list_id, product_id, position, added_at)
    select id, '${product.id}', 1000, now() from lists where user_id = '${product.owner}' and is_public and items_count < 500
    on conflict (list_id, product_id) do nothing`)
  await rowsOf('alter table amazon_orders disable trigger user')
  await rowsOf(`
    insert into amazon_orders (order_item_id, marketplace, order_date, asin, product_title, quantity, commission_cents,
      order_status, updated_at, sub_tag)
    select 'order-' || row_number() over (), 'us', current_date, 'B0SHARED10', 'A mug', 1, 100, 'shipped', now(),
      short_link_id
    from (select * from list_links order by list_id = '${product.list}' desc limit 20000) k`)
  await rowsOf('alter table amazon_orders enable trigger user')
  await rowsOf(`
    insert into click_list_days select short_link_id, current_date - n, 1, 1 from (select * from list_links order by list_id = '${product.list}' desc limit 10000) k,
      generate_series(1, 30) n`)
  await rowsOf(`
    insert into click_deltas (product_id, quarter, kind, outcome, clicks)
    select id, quarter_of(now()), 'view', 'counted', 1 from products limit 20000`)
  await rowsOf('vacuum (analyze)')
}, 300_000)
afterAll(() => database.close())

it('where a product leads whose item ten thousand share, and that stands in 199 lists of its creator: a bounded number of entries', async () => {
  const { queries, readWhole, blocks } = await readingOf(database.pool, (db) =>
    readDoorway(anyone(db), product.id),
  )
  expect([queries, readWhole]).toEqual([3, []])
  // Of 200 lists and of 200 products of the item one entry each, with the way to it.
  expect(blocks).toBeLessThan(2_500)
})

it('what a list of 500 products has brought: each link by keys, in one statement', async () => {
  const { queries, readWhole, blocks } = await readingOf(database.pool, (db) =>
    readListFigures(as(product.owner, db), product.list),
  )
  expect([queries, readWhole]).toEqual([1, []])
  // A statement with an entry or two of each index for each link, and what it earned.
  expect(blocks).toBeLessThanOrEqual(12_000)
})
