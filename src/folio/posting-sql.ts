import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, Products } from '../platform/database/schema.ts'

/** The payee a user's products are credited to; undefined if there is no such user. */
export const selectPayee = (db: Kysely<DB>, userId: string) =>
  db.selectFrom('payees').where('user_id', '=', userId).select('id').executeTakeFirst()

/**
 * Inserts the product and returns its id, or undefined if this user already posted with this idempotency key.
 * A twin transaction that is still open is waited for.
 */
export const insertProduct = (db: Kysely<DB>, product: Insertable<Products>) =>
  db
    .insertInto('products')
    .values(product)
    .onConflict((conflict) => conflict.constraint('products_idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst()

export const selectPosted = (db: Kysely<DB>, userId: string, idempotencyKey: string) =>
  db
    .selectFrom('products')
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .select(['id', 'idempotency_hash'])
    .executeTakeFirstOrThrow()

type CategoryLink = { product_id: string; category_id: string; created_at: Date }

export async function insertCategoryLinks(db: Kysely<DB>, links: CategoryLink[]): Promise<void> {
  if (links.length > 0) await db.insertInto('product_categories').values(links).execute()
}

type ShortLink = { id: string; product_id: string; created_at: Date }

/** Inserts the short links whose id is free, and returns the ids of the products that now have one. */
export async function insertShortLinks(db: Kysely<DB>, links: ShortLink[]): Promise<Set<string>> {
  const inserted = await db
    .insertInto('short_links')
    .values(links)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('product_id')
    .execute()
  return new Set(inserted.map(({ product_id }) => product_id))
}

export const insertEarnings = (db: Kysely<DB>, productIds: string[]) =>
  sql`insert into earnings (product_id) select unnest(${productIds}::uuid[])`.execute(db)

export const categoryExists = async (db: Kysely<DB>, id: string): Promise<boolean> =>
  (await db.selectFrom('categories').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
