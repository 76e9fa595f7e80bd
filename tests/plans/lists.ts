import type pg from 'pg'
import { readShown } from '../../src/feed/feeds.ts'
import { selectSitemapLists } from '../../src/feed/sitemap-sql.ts'
import { allLists } from '../../src/lists/export-sql.ts'
import {
  listListsShowing,
  listOwnLists,
  listPublicLists,
  readOwnItem,
  readOwnListPage,
  readPublicList,
} from '../../src/lists/reading.ts'
import { writeRankCursor } from '../../src/shared/cursor.ts'
import { anyone, as, type Operation } from './principals.ts'

/**
 * Who has 200 lists, the largest of them and an item of it; a product that twenty public lists of others show, with its
 * creator and one of these lists; and what some browser likes.
 */
export type Lists = {
  owner: string
  username: string
  largest: string
  item: string
  product: string
  creator: string
  listOfOthers: string
  liked: string[]
}

/** Puts one product into twenty lists of others, and has many links of lists been opened for ten days. */
export async function findLists(client: pg.PoolClient): Promise<Lists> {
  const rowsOf = async (statement: string, values: unknown[] = []) =>
    (await client.query(statement, values)).rows
  const [{ largest, owner, username, item }] = await rowsOf(`
    select l.id as largest, l.user_id as owner, a.username, (select id from list_items where list_id = l.id limit 1) as item
    from lists l join profiles a on a.id = l.user_id order by l.items_count desc limit 1`)
  const [{ product, creator }] = await rowsOf(
    `select id as product, user_id as creator from products
     where user_id <> $1 and deleted_at is null and not unlisted
       and not exists (select from list_items i where i.product_id = products.id) limit 1`,
    [owner],
  )
  const shown = await rowsOf(
    `with list as (
       select id, 'shown-' || row_number() over () as link from lists
       where is_public and user_id <> $1 and user_id <> $3 limit 20
     ), link as (
       insert into short_links (id, product_id, created_at, is_of_list) select link, $2, now(), true from list
     ), noted as (
       insert into list_links (short_link_id, list_id, product_id) select link, id, $2 from list
     )
     insert into list_items (list_id, product_id, position, added_at, short_link_id)
     select id, $2, 1000, now(), link from list returning list_id as id`,
    [owner, product, creator],
  )
  await rowsOf(`
    insert into click_list_days
    select short_link_id, current_date - n, 1, 1
    from (select short_link_id from list_links order by short_link_id desc limit 20000) k, generate_series(1, 10) n`)
  await rowsOf(
    `insert into list_days (user_id, day)
     select a.id, current_date - d from (select id from profiles limit 1000) a cross join generate_series(1, 5) as d`,
  )
  const likes = await rowsOf(`select id from products where user_id = $1 and deleted_at is null limit 40`, [
    owner,
  ])
  await client.query(
    'vacuum (analyze) lists, list_items, list_links, list_days, click_list_days, short_links',
  )
  return {
    owner,
    username,
    largest,
    item,
    product,
    creator,
    listOfOthers: shown[0].id,
    liked: likes.map(({ id }) => id),
  }
}

const nearTheEnd = writeRankCursor({ rank: 450, id: 'ffffffff-ffff-7fff-bfff-ffffffffffff' })
const ofEverybody = {
  first: '00000000-0000-0000-0000-000000000000',
  end: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
}

/** What is read of lists, and how. */
export const listOperations: Record<string, (lists: Lists) => Operation> = {
  'a list of 500 products':
    ({ username }) =>
    (db) =>
      readPublicList(anyone(db), { username, slug: 'things-1' }, undefined),
  'a list of 500 products, further down':
    ({ username }) =>
    (db) =>
      readPublicList(anyone(db), { username, slug: 'things-1' }, nearTheEnd),
  'an own list of 500 products':
    ({ owner, largest }) =>
    (db) =>
      readOwnListPage(as(owner, db), largest, undefined),
  'an own list of 500 products, further down':
    ({ owner, largest }) =>
    (db) =>
      readOwnListPage(as(owner, db), largest, nearTheEnd),
  'one thing of a list of 500':
    ({ owner, largest, item }) =>
    (db) =>
      readOwnItem(as(owner, db), { listId: largest, id: item }),
  'forty things that a browser likes':
    ({ liked }) =>
    (db) =>
      readShown(anyone(db), liked),
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
  'an export of two hundred lists':
    ({ owner }) =>
    (db) =>
      allLists(owner).execute(db),
  'a thousand lists of the sitemap': () => (db) => selectSitemapLists(db, ofEverybody, 1_000),
}
