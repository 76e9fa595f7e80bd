import { type Kysely, sql, type Updateable } from 'kysely'
import type { DB, Products } from '../../platform/database/schema.ts'
import { each } from '../../shared/fields/by-name.ts'
import { optionalTexts, type StoredField, storedFields } from '../../shared/fields/owner-fields.ts'

/** A live product, locked until the transaction ends, so that changes by others wait. */
export const lockProduct = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('products')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id', 'user_id', 'version', 'created_at', 'marketplace', 'asin', 'asin_is_made_up'])
    .select(storedFields)
    .select(['image_source', 'metadata_source'])
    .forNoKeyUpdate()
    .executeTakeFirst()

export async function selectCategoryIds(db: Kysely<DB>, productId: string): Promise<string[]> {
  const links = await db
    .selectFrom('product_categories')
    .where('product_id', '=', productId)
    .select('category_id')
    .execute()
  return links.map((link) => link.category_id)
}

/** The live ones of these products, with their owners. */
export const selectOwners = (db: Kysely<DB>, ids: string[]) =>
  db
    .selectFrom('products')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .select(['id', 'user_id'])
    .execute()

/** Which of these products are in a category. */
export async function selectCategorized(db: Kysely<DB>, productIds: string[]): Promise<string[]> {
  const links = await db
    .selectFrom('product_categories')
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .select('product_id')
    .distinct()
    .execute()
  return links.map((link) => link.product_id)
}

export const deleteCategoryLinks = (db: Kysely<DB>, productIds: string[]) =>
  db
    .deleteFrom('product_categories')
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .execute()

/** Changes a product, which makes a new version of it. */
export const changeProduct = (db: Kysely<DB>, id: string, changes: Updateable<Products>) =>
  db
    .updateTable('products')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

/** The values of a deleted product: none of its owner's texts and choices. */
export const wordless = {
  title: '',
  ...each(optionalTexts, () => null),
  image_url: null,
  photos: null,
  image_source: null,
  tags: null,
  is_categorized: false,
  attention: null,
  attention_since: null,
} satisfies Record<StoredField, unknown> & Record<string, unknown>

/**
 * Makes those of the products that are this person's and live tombstones, with a `version` only those of it, and
 * returns each with the pictures it had. Rows are locked in order, so that two such calls wait for each other.
 */
export async function deleteOwnProducts(
  db: Kysely<DB>,
  { userId, ids, at, version }: { userId: string; ids: string[]; at: Date; version: number | undefined },
): Promise<{ id: string; image_url: string | null; photos: string[] | null }[]> {
  const locked = await db
    .selectFrom('products')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .$if(version !== undefined, (query) => query.where('version', '=', version as number))
    .select(['id', 'image_url', 'photos'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await db
    .updateTable('products')
    .set({ ...wordless, version: sql`version + 1`, updated_at: at, deleted_at: at })
    .where('id', '=', sql<string>`any(${locked.map(({ id }) => id)}::uuid[])`)
    .execute()
  return locked
}

/** Waits for changes of a person's products and makes later ones wait; locks in the order that moving uses. */
export const lockProductsOf = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('products')
    .where('user_id', '=', userId)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const deleteCategoryLinksOf = (db: Kysely<DB>, userId: string) =>
  db.deleteFrom('product_categories').where('user_id', '=', userId).execute()

export const tombstoneProductsOf = (db: Kysely<DB>, userId: string, at: Date) =>
  db
    .updateTable('products')
    .set((eb) => ({
      ...wordless,
      user_id: null,
      import_key: null,
      hidden_at: null,
      hidden_reason: null,
      version: eb('version', '+', 1),
      updated_at: at,
      deleted_at: eb.fn.coalesce('deleted_at', eb.val(at)),
    }))
    .where('user_id', '=', userId)
    .execute()
