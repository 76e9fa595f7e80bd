import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

export async function deleteCategoryLinksOf(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`
    delete from product_categories c using products p
    where p.id = c.product_id and p.user_id = ${userId}`.execute(db)
}

export const buryProductsOf = (db: Kysely<DB>, userId: string, at: Date) =>
  db
    .updateTable('products')
    .set((eb) => ({
      user_id: null,
      title: '',
      description: null,
      user_comment: null,
      image_url: null,
      image_source: null,
      tags: null,
      is_categorized: false,
      idempotency_key: null,
      idempotency_hash: null,
      version: eb('version', '+', 1),
      updated_at: at,
      deleted_at: eb.fn.coalesce('deleted_at', eb.val(at)),
    }))
    .where('user_id', '=', userId)
    .execute()
