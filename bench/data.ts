import type pg from 'pg'

export type DataSize = { people: number; products: number; clicks: number }

/** The size the targets are stated for. */
export const usualSize: DataSize = { people: 10_000, products: 100_000, clicks: 200_000 }

/**
 * Fills an empty, migrated database with a made-up year: people, follows, products in categories and Inboxes, short
 * links, totals and clicks. A few creators own much and most little; the last owns 10,000 products (a tenth, where there
 * are fewer than 100,000). Some categories are full and the last almost empty; 2 % of the products are deleted. The same
 * numbers give the same data, but for ids and dates.
 */
export async function fillDatabase(client: pg.ClientBase, size: DataSize): Promise<void> {
  await client.query('begin')
  await client.query('select setseed(0.5)')
  await makePeople(client, size.people)
  // Far sooner made of all products at once than product by product.
  const { rows } = await client.query(`select pg_get_indexdef('products_search'::regclass) as made_by`)
  await client.query('drop index products_search')
  await makeProducts(client, size)
  await makeCollections(client)
  await client.query(`set local maintenance_work_mem = '256MB'`)
  await client.query(rows[0].made_by)
  await client.query('commit')
  await makeClicks(client, size)
  // What autovacuum would have done in a database that grew: statistics, and pages known to be all visible.
  await client.query('vacuum (analyze)')
}

async function makePeople(client: pg.ClientBase, people: number): Promise<void> {
  await client.query(
    `create temporary table person on commit drop as
     select n, uuidv7(n * interval '4 minutes' - interval '1 year') as id,
       format('creator-%s', n) as username, now() - interval '1 year' as since
     from generate_series(1, $1::int) as n`,
    [people],
  )
  await client.query(`insert into users (id, email, created_at, updated_at)
    select id, username || '@example.org', since, since from person order by n`)
  await client.query(`insert into usernames (username, user_id, created_at)
    select username, id, since from person order by n`)
  await client.query(`insert into profiles (id, first_name, last_name, username, bio, created_at, updated_at)
    select id, (array['Maya', 'Kofi', 'Ines', 'Theo', 'Sora', 'Lena', 'Adam', 'Noor'])[1 + n % 8],
      (array['Okafor', 'Lindqvist', 'Moreau', 'Tanaka', 'Silva', 'Novak'])[1 + n % 6], username,
      'Small things for a calm home, tried for a month before they are shared.', since, since
    from person order by n`)
  await client.query('insert into payees (user_id, created_at) select id, since from person order by n')
  await client.query(
    `insert into followers (follower_id, following_id, created_at)
     select distinct on (a.id, b.id) a.id, b.id, a.since
     from (
       select 1 + link % $1::int as fan, 1 + floor($1::int * power(random(), 3))::int as star
       from generate_series(1, $1::int * 8) as link
     ) as pair
     join person a on a.n = fan
     join person b on b.n = star
     where fan <> star`,
    [people],
  )
}

async function makeProducts(client: pg.ClientBase, { people, products }: DataSize): Promise<void> {
  await client.query('analyze person')
  // The database's own watchers of single changes would be asked a hundred thousand times.
  await client.query('alter table products disable trigger user')
  await client.query('alter table product_categories disable trigger user')
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
         case when random() < least(0.1, 10000.0 / $2::int) then $1::int
           else 1 + floor($1::int * power(random(), 2))::int end as owner
       from generate_series(1, $2::int) as n
     ) as numbered`,
    [people, products],
  )
  await client.query(`insert into products (id, user_id, payee_id, amazon_url, marketplace, asin, title, description,
      user_comment, image_url, image_source, price_cents, price_as_of, tags, is_categorized, metadata_source,
      attention, attention_since, created_at, updated_at, deleted_at)
    select i.id, p.id, y.id, 'https://www.amazon.com/dp/' || asin, 'us', asin, title,
      title || repeat(', made to be used every day and to be repaired when it wears', 4) || '.',
      case when i.n % 3 > 0 then 'I have used the ' || title || ' for a month now and would buy it again.' end,
      '/art/' || (array['lamp', 'mug', 'kettle', 'chair', 'vase', 'candle', 'book', 'bag'])[1 + i.n % 8] || '.svg',
      case source when 'sample' then 'sample' else 'owner' end,
      case source when 'creators_api' then 1000 + i.n % 9000 end,
      case source when 'creators_api' then now() end,
      case when i.n % 2 = 0 then array['home', 'daily'] end, category is not null, source,
      case when i.n % 100 = 7 then 'gone' end, case when i.n % 100 = 7 then now() end,
      i.created_at, i.created_at, case when i.n % 50 = 0 then now() end
    from item i join person p on p.n = i.owner join payees y on y.user_id = p.id
    cross join lateral (select 'B' || lpad(upper(to_hex(i.n * 2 / 3)), 9, '0') as asin) as code
    order by i.n`)
}

async function makeCollections(client: pg.ClientBase): Promise<void> {
  await client.query(`insert into product_categories (product_id, category_id, user_id, created_at)
    select i.id, c.id, p.id, i.created_at
    from item i join categories c on c.sort_order = i.category join person p on p.n = i.owner order by i.n`)
  await client.query(`insert into short_links (id, product_id, created_at)
    select 'walnut-' || to_hex(n), id, created_at from item order by n`)
  await client.query(`insert into earnings (product_id, clicks_count)
    select id, floor(400 * power(random(), 6)) from item order by n`)
  await client.query('alter table products enable trigger user')
  await client.query('alter table product_categories enable trigger user')
}

async function makeClicks(client: pg.ClientBase, { clicks, products }: DataSize): Promise<void> {
  await client.query(`select ensure_clicks_partition((now() - make_interval(months => m))::date)
    from generate_series(1, 12) as m`)
  await client.query(
    `insert into clicks (id, product_id, kind, outcome, visitor, referrer, user_agent, clicked_at)
     select uuidv7(at - now()), p.id, case c % 5 when 0 then 'outbound' else 'view' end,
       case c % 7 when 0 then 'repeat' when 1 then 'bot' else 'counted' end, sha256(int8send(c)),
       'https://www.example.com/', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15', at
     from (
       select c, now() - ($1::int - c) * (interval '1 year' / $1::int) as at,
         1 + floor($2::int * power(random(), 3))::int as place
       from generate_series(1, $1::int) as c
     ) as click
     join (select id, row_number() over (order by created_at desc) as place from products) as p using (place)
     order by at`,
    [clicks, products],
  )
}
