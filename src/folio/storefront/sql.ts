import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { RankCursor } from '../../shared/cursor.ts'
import { publicCards } from '../cards/cards-sql.ts'

export const selectPicks = (db: Kysely<DB>, userId: string) =>
  publicCards(db)
    .innerJoin('product_picks as k', 'k.product_id', 'p.id')
    .where('k.user_id', '=', userId)
    .orderBy('k.position')
    .execute()

/** A page of a person's ranked products, the most viewed first: a range of one index. */
export const selectPopular = (
  db: Kysely<DB>,
  { userId, after, limit }: { userId: string; after?: RankCursor; limit: number },
) =>
  publicCards(db)
    .innerJoin('product_ranks as k', 'k.product_id', 'p.id')
    .select('k.score')
    .where('k.user_id', '=', userId)
    .$if(after !== undefined, (query) =>
      query.where(sql<SqlBool>`(k.score, k.product_id) < (${after?.rank}, ${after?.id})`),
    )
    .orderBy('k.score', 'desc')
    .orderBy('k.product_id', 'desc')
    .limit(limit)
    .execute()

type ListedCategory = { slug: string; name: string; count: number }

/** Counts links, whose index has their owner and mark: no product is read. */
export async function selectListed(db: Kysely<DB>, userId: string): Promise<ListedCategory[]> {
  const { rows } = await sql<ListedCategory>`
    select c.slug, c.name, counted.n as count
    from (
      select category_id, count(*) as n from product_categories
      where user_id = ${userId} and not unlisted group by category_id
    ) as counted
    join categories c on c.id = counted.category_id
    order by counted.n desc, c.sort_order`.execute(db)
  return rows
}

/** How many of these products are a person's own and live. */
export async function countOwnLive(db: Kysely<DB>, userId: string, productIds: string[]): Promise<number> {
  const { n } = await db
    .selectFrom('products')
    .where('id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export const deletePicks = (db: Kysely<DB>, userId: string) =>
  db.deleteFrom('product_picks').where('user_id', '=', userId).execute()

/** Stores picks in this order. */
export const insertPicks = (db: Kysely<DB>, userId: string, productIds: string[]) =>
  sql`
    insert into product_picks (user_id, product_id, position)
    select ${userId}, id, place from unnest(${productIds}::uuid[]) with ordinality as t (id, place)`.execute(
    db,
  )

/** The ids of a person's picks in order, also of those that nobody sees now. */
export const selectPickIds = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('product_picks')
    .where('user_id', '=', userId)
    .select('product_id')
    .orderBy('position')
    .execute()
