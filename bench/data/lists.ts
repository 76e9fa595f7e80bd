import type pg from 'pg'
import { inBulk } from './bulk.ts'

/** The products of an ordinary list, and of the largest. */
const sizes = { ordinary: 5, largest: 500 }

/**
 * Makes lists of products: a public one of everybody, a private one of each second person, and 200 public ones of the
 * last, the first of which has 500 products. Each product of a public list has its link there.
 */
export function makeLists(client: pg.ClientBase): Promise<void> {
  const tables = ['lists', 'list_slugs', 'list_items', 'list_links', 'short_links']
  return inBulk(client, tables, async () => {
    await client.query(`
      insert into lists (id, user_id, slug, title, is_public, is_saved, first_public_at, created_at, updated_at)
      select uuidv7(age), id, slug, initcap(slug), slug <> 'saved', slug = 'saved',
        case when slug <> 'saved' then now() + age end, now() + age, now() + age
      from (
        select p.n, p.id, 'things-' || list as slug, make_interval(mins => -list) as age
        from person p
        cross join lateral generate_series(1, case when p.n = (select max(n) from person) then 200 else 1 end) as list
        union all
        select n, id, 'saved', interval '-1 day' from person where n % 2 = 0
      ) as drawn
      order by n, slug`)
    await client.query(`insert into list_slugs (user_id, slug, list_id, created_at)
      select user_id, slug, id, created_at from lists`)
    await client.query('analyze lists')
    await fillLists(client)
    await giveLinks(client)
    await client.query(`update lists l set items_count = items, shown_count = shown
      from (
        select list_id, count(*) as items, count(*) filter (where is_shown) as shown from list_items group by 1
      ) as counted
      where counted.list_id = l.id`)
  })
}

/** The largest list has its owner's newest products, which others see; the others have anybody's. */
async function fillLists(client: pg.ClientBase): Promise<void> {
  const insert = (chosen: string, size: number) =>
    client.query(
      `with last as (select n, id from person order by n desc limit 1), largest as (
         select l.id from lists l join last on last.id = l.user_id where slug = 'things-1'
       ), chosen as (${chosen})
       insert into list_items (list_id, product_id, position, line, is_shown, added_at)
       select l.id, p.id, place, case when place % 2 = 0 then 'The one I reach for first.' end,
         p.deleted_at is null and not p.unlisted, l.created_at
       from chosen join item i on i.n = chosen.n join products p on p.id = i.id join lists l on l.id = list_id
       order by l.id, place`,
      [size],
    )
  await insert(
    `select l.id as list_id, i.n, row_number() over (order by i.n desc) as place
     from largest l cross join item i join products p on p.id = i.id
     where i.owner = (select n from last) and p.deleted_at is null and not p.unlisted
     order by i.n desc limit $1::int`,
    sizes.largest,
  )
  await insert(
    `select l.id as list_id, place, 1 + (number * 7919 + place * 104729) % (select count(*) from item) as n
     from (select id, row_number() over (order by id) as number from lists where id not in (select id from largest)) l
     cross join generate_series(1, $1::int) as place`,
    sizes.ordinary,
  )
}

async function giveLinks(client: pg.ClientBase): Promise<void> {
  await client.query(`update list_items i set short_link_id = 'in-a-list-' || to_hex(o.n)
    from (
      select i.id, row_number() over (order by i.id) as n
      from list_items i join lists l on l.id = i.list_id where l.first_public_at is not null
    ) as o
    where o.id = i.id`)
  await client.query(`insert into short_links (id, product_id, created_at, is_of_list)
    select short_link_id, product_id, added_at, true from list_items where short_link_id is not null`)
  await client.query(`insert into list_links (short_link_id, list_id, product_id)
    select short_link_id, list_id, product_id from list_items where short_link_id is not null`)
}
