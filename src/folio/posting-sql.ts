import type { Insertable, Kysely } from 'kysely'
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

export const insertCategoryLink = (
  db: Kysely<DB>,
  link: { product_id: string; category_id: string; created_at: Date },
) => db.insertInto('product_categories').values(link).execute()

/** True if the slug was free and is now this product's. */
export async function insertShortLink(
  db: Kysely<DB>,
  link: { id: string; product_id: string; created_at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('short_links')
    .values(link)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const insertEarnings = (db: Kysely<DB>, productId: string) =>
  db.insertInto('earnings').values({ product_id: productId }).execute()

export const categoryExists = async (db: Kysely<DB>, id: string): Promise<boolean> =>
  (await db.selectFrom('categories').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
