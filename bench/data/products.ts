import type pg from 'pg'
import { inBulk } from './bulk.ts'
import type { DataSize } from './size.ts'

/** Makes products with short links and totals, in categories and Inboxes, and picks. */
export function makeProducts(client: pg.ClientBase, size: DataSize): Promise<void> {
  const tables = ['products', 'product_categories', 'short_links', 'click_totals', 'earnings']
  return inBulk(client, tables, async () => {
    await drawItems(client, size)
    await insertProducts(client)
    await insertBelongings(client)
    await choosePicks(client)
  })
}

/** The six newest products of the last person that others see are their picks. */
const choosePicks = (client: pg.ClientBase) =>
  client.query(`insert into product_picks (user_id, product_id, position)
    select user_id, id, row_number() over (order by created_at desc) from products
    where user_id = (select id from person order by n desc limit 1) and deleted_at is null and not unlisted
    order by created_at desc limit 6`)

/** Decides each product's owner, title and category. */
async function drawItems(client: pg.ClientBase, { people, products }: DataSize): Promise<void> {
  await client.query(
    `create temporary table item on commit drop as
     select n, uuidv7(age) as id, now() + age as created_at, owner,
       case n % 10 when 0 then 'sample' when 1 then 'page' when 2 then 'creators_api' else 'owner' end as source,
       case when n % 4 = 0 or n % 50 = 0 then null when n % 2000 = 1 then 16
         else 1 + floor(15 * power(random(), 1.5))::int end as category,
       concat_ws(' ', (array['Walnut', 'Linen', 'Brass', 'Stoneware', 'Merino', 'Oak', 'Glass'])[1 + n % 7],
         (array['reading', 'travel', 'kitchen', 'morning', 'garden'])[1 + n % 5],
         (array['lamp', 'mug', 'kettle', 'chair', 'vase', 'candle', 'book', 'bag'])[1 + n % 8], 'No.', n) as title
     from (
       select n, (n - $2::int - 1) * (interval '1 year' / $2::int) as age,
         case when random() < least(0.2, 10000.0 / $2::int) then $1::int
           else 1 + floor($1::int * power(random(), 2))::int end as owner
       from generate_series(1, $2::int) as n
     ) as numbered`,
    [people, products],
  )
  await client.query('analyze item')
}

const insertProducts = (client: pg.ClientBase) =>
  client.query(`insert into products (id, user_id, payee_id, amazon_url, marketplace, asin, title, description,
      user_comment, image_url, image_source, price_cents, price_as_of, tags, is_categorized, metadata_source,
      attention, attention_since, created_at, updated_at, feed_at, deleted_at)
    select i.id, p.id, y.id, 'https://www.amazon.com/dp/' || asin, 'us', asin, title,
      title || repeat(', made to be used every day and to be repaired when it wears', 4) || '.',
      case when i.n % 3 > 0 then 'I have used the ' || title || ' for a month now and would buy it again.' end,
      '/art/' || (array['lamp', 'mug', 'kettle', 'chair', 'vase', 'candle', 'book', 'bag'])[1 + i.n % 8] || '.svg',
      case source when 'sample' then 'sample' else 'owner' end,
      case source when 'creators_api' then 1000 + i.n % 9000 end,
      case source when 'creators_api' then now() end,
      case when i.n % 2 = 0 then array['home', 'daily'] end, category is not null, source,
      case when i.n % 100 = 7 then 'gone' end, case when i.n % 100 = 7 then now() end,
      i.created_at, i.created_at, i.created_at, case when i.n % 50 = 0 then now() end
    from item i join person p on p.n = i.owner join payees y on y.user_id = p.id
    cross join lateral (select 'B' || lpad(upper(to_hex(i.n * 2 / 3)), 9, '0') as asin) as code
    order by i.n`)

async function insertBelongings(client: pg.ClientBase): Promise<void> {
  await client.query(`insert into product_categories (product_id, category_id, user_id, created_at, feed_at, unlisted)
    select i.id, c.id, p.id, i.created_at, i.created_at, r.unlisted
    from item i join products r on r.id = i.id join categories c on c.sort_order = i.category join person p on p.n = i.owner order by i.n`)
  await client.query(`insert into short_links (id, product_id, created_at)
    select 'walnut-' || to_hex(n), id, created_at from item order by n`)
  for (const totals of ['click_totals', 'earnings'])
    await client.query(`insert into ${totals} (product_id) select id from item order by n`)
}
