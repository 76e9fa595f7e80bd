import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

/** Says that a person pinned a category, or did not; what is said already is left alone. */
export const upsertPin = (
  db: Kysely<DB>,
  pin: { user_id: string; category_id: string; is_pinned: boolean },
) =>
  db
    .insertInto('user_category_preferences')
    .values(pin)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'category_id'])
        .doUpdateSet({ is_pinned: pin.is_pinned })
        .where('user_category_preferences.is_pinned', '!=', pin.is_pinned),
    )
    .execute()

type Move = { userId: string; productIds: string[]; categoryId: string; at: Date }

/**
 * Moves those of the products that are in the person's Inbox to a category, and returns their ids. They are taken in
 * order, so that two moves of the same products wait for each other; the later one finds them gone.
 */
export async function moveFromInbox(
  db: Kysely<DB>,
  { userId, productIds, categoryId, at }: Move,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with held as (
      select id from products
      where id = any(${productIds}::uuid[]) and user_id = ${userId} and deleted_at is null and not is_categorized
      order by id for no key update
    ), moved as (
      update products p set is_categorized = true, version = version + 1, updated_at = ${at}
      from held where p.id = held.id returning p.id, p.created_at
    )
    insert into product_categories (product_id, category_id, created_at)
    select id, ${categoryId}, created_at from moved returning product_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Makes every change of these products by others wait until the transaction ends. */
export const holdProducts = (db: Kysely<DB>, userId: string, productIds: string[]) =>
  sql`select id from products where id = any(${productIds}::uuid[]) and user_id = ${userId}
    order by id for no key update`.execute(db)

/** Moves those of the person's products that are in a category back to the Inbox, and returns how many. */
export async function moveToInbox(
  db: Kysely<DB>,
  { userId, productIds, categoryId, at }: Move,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with found as (
      select product_id from product_categories
      where product_id = any(${productIds}::uuid[]) and user_id = ${userId} and category_id = ${categoryId}
    ), unlinked as (
      delete from product_categories c using found where c.product_id = found.product_id
    )
    update products p set is_categorized = false, version = version + 1, updated_at = ${at}
    from found where p.id = found.product_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
