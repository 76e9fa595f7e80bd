import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../../../tests/harness/database.ts'
import { longAgo } from '../../../tests/harness/factories.ts'

/** A list with these products, inserted into the database: public, unless `values` say otherwise. */
export async function insertList(
  { pool }: Pick<TestDatabase, 'pool'>,
  owner: { userId: string },
  productIds: string[],
  { title = 'My desk setup', isPublic = true }: { title?: string; isPublic?: boolean } = {},
): Promise<{ id: string; title: string; slug: string }> {
  const id = randomUUID()
  const slug = `l-${id.slice(0, 8)}`
  await pool.query(
    `insert into lists (id, user_id, slug, title, is_public, first_public_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6, $6)`,
    [id, owner.userId, slug, title, isPublic, longAgo],
  )
  await pool.query('insert into list_slugs (user_id, slug, list_id, created_at) values ($1, $2, $3, $4)', [
    owner.userId,
    slug,
    id,
    longAgo,
  ])
  await pool.query(
    `insert into list_items (list_id, product_id, position, is_shown, added_at)
     select $1, id, n, true, $3 from unnest($2::uuid[]) with ordinality as p (id, n)`,
    [id, productIds, longAgo],
  )
  await pool.query('update lists set items_count = $2, shown_count = $2 where id = $1', [
    id,
    productIds.length,
  ])
  return { id, title, slug }
}

/** The link of a list to a product. */
export async function insertListLink(
  { pool }: Pick<TestDatabase, 'pool'>,
  listId: string,
  productId: string,
): Promise<string> {
  const id = `in-a-list-${randomUUID().slice(0, 8)}`
  await pool.query(
    'insert into short_links (id, product_id, created_at, is_of_list) values ($1, $2, $3, true)',
    [id, productId, longAgo],
  )
  await pool.query('insert into list_links (short_link_id, list_id, product_id) values ($1, $2, $3)', [
    id,
    listId,
    productId,
  ])
  await pool.query('update list_items set short_link_id = $1 where (list_id, product_id) = ($2, $3)', [
    id,
    listId,
    productId,
  ])
  return id
}
