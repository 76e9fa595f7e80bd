import type { Kysely } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

/** What a deleted product says: none of its owner's words and choices. */
export const wordless = {
  title: '',
  description: null,
  user_comment: null,
  image_url: null,
  image_source: null,
  tags: null,
  is_categorized: false,
  attention: null,
  attention_since: null,
}

/** Waits for what is changing a person's products, and makes later changes wait; in order, as moving them does. */
export const holdProductsOf = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('products')
    .where('user_id', '=', userId)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const deleteCategoryLinksOf = (db: Kysely<DB>, userId: string) =>
  db.deleteFrom('product_categories').where('user_id', '=', userId).execute()

export const buryProductsOf = (db: Kysely<DB>, userId: string, at: Date) =>
  db
    .updateTable('products')
    .set((eb) => ({
      ...wordless,
      user_id: null,
      idempotency_key: null,
      idempotency_hash: null,
      version: eb('version', '+', 1),
      updated_at: at,
      deleted_at: eb.fn.coalesce('deleted_at', eb.val(at)),
    }))
    .where('user_id', '=', userId)
    .execute()
