import type pg from 'pg'
import {
  listListsShowing,
  listOwnLists,
  listPublicLists,
  readOwnListPage,
  readPublicList,
} from '../../src/lists/reading.ts'
import { writeRankCursor } from '../../src/shared/cursor.ts'
import { anyone, as, type Operation } from './principals.ts'

/** A person with 200 lists, one of which has 500 products, and a product that is in twenty lists of others. */
export type Lists = { owner: string; username: string; largest: string; product: string; creator: string }

/**
 * Makes public lists: 200 of the creator with the most products, the first of 500 products and the others of five; and
 * one of each of a thousand other people, twenty with one product that all of these have.
 */
export async function makeLists(client: pg.PoolClient): Promise<Lists> {
  const rowsOf = async (statement: string, values: unknown[] = []) =>
    (await client.query(statement, values)).rows
  const [{ owner, username }] = await rowsOf(`
    select p.user_id as owner, a.username from products p join profiles a on a.id = p.user_id
    where p.deleted_at is null group by 1, 2 order by count(*) desc limit 1`)
  const [{ product, creator }] = await rowsOf(
    `select id as product, user_id as creator from products
     where user_id <> $1 and deleted_at is null and not unlisted limit 1`,
    [owner],
  )
  await rowsOf(
    `with people as (
       select id, row_number() over () as n from profiles where id <> $1 and id <> $2 limit 1000
     ), made as (
       insert into lists (user_id, slug, title, is_public, first_public_at, created_at, updated_at)
       select $1, 'list-' || n, 'List ' || n, true, now(), now(), now() from generate_series(1, 200) n
       union all
       select id, 'list-1', 'List 1', true, now(), now(), now() from people
       returning id, user_id, slug
     )
     insert into list_slugs (user_id, slug, list_id, created_at) select user_id, slug, id, now() from made`,
    [owner, creator],
  )
  await rowsOf(
    `insert into list_items (list_id, product_id, position, added_at)
     select l.id, p.id, p.n, now() from lists l
     cross join lateral (
       select id, row_number() over (order by id) as n from products
       where user_id <> $1 and deleted_at is null and not unlisted
       order by id limit case when l.user_id = $1 and l.slug = 'list-1' then 500 else 5 end
     ) as p
     where p.id <> $2`,
    [owner, product],
  )
  await rowsOf(
    `insert into list_items (list_id, product_id, position, added_at)
     select id, $2, 1000, now() from lists where user_id <> $1 order by id limit 20`,
    [owner, product],
  )
  await rowsOf(`
    with linked as (
      insert into short_links (id, product_id, created_at, is_of_list)
      select 'listed-' || row_number() over (order by id), product_id, now(), true from list_items
    ), noted as (
      insert into list_links (short_link_id, list_id, product_id)
      select 'listed-' || row_number() over (order by id), list_id, product_id from list_items
    )
    update list_items i set short_link_id = 'listed-' || n
    from (select id, row_number() over (order by id) as n from list_items) as o where o.id = i.id`)
  await rowsOf(
    `insert into list_days (user_id, day)
     select a.id, current_date - d from (select id from profiles limit 1000) a cross join generate_series(1, 5) as d`,
  )
  const [{ id: largest }] = await rowsOf(`select id from lists where user_id = $1 and slug = 'list-1'`, [
    owner,
  ])
  await client.query('vacuum (analyze) lists, list_items, list_slugs, list_links, list_days')
  return { owner, username, largest, product, creator }
}

const nearTheEnd = writeRankCursor({ rank: 450, id: 'ffffffff-ffff-7fff-bfff-ffffffffffff' })

/** What is read of lists, and how. */
export const listOperations: Record<string, (lists: Lists) => Operation> = {
  'a list of 500 products':
    ({ username }) =>
    (db) =>
      readPublicList(anyone(db), { username, slug: 'list-1' }, undefined),
  'a list of 500 products, further down':
    ({ username }) =>
    (db) =>
      readPublicList(anyone(db), { username, slug: 'list-1' }, nearTheEnd),
  'an own list of 500 products':
    ({ owner, largest }) =>
    (db) =>
      readOwnListPage(as(owner, db), largest, undefined),
  'an own list of 500 products, further down':
    ({ owner, largest }) =>
    (db) =>
      readOwnListPage(as(owner, db), largest, nearTheEnd),
}

/** Calls about many lists: each has four products to show. */
export const operationsOfManyLists: Record<string, (lists: Lists) => Operation> = {
  'two hundred lists of a person':
    ({ username }) =>
    (db) =>
      listPublicLists(anyone(db), username),
  'two hundred own lists':
    ({ owner, product }) =>
    (db) =>
      listOwnLists(as(owner, db), { product_id: product }),
  'twenty lists of others with a product':
    ({ creator, product }) =>
    (db) =>
      listListsShowing(as(creator, db), product),
}
