import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

type OwnCategoryRow = {
  id: string
  name: string
  slug: string
  sort_order: number
  is_pinned: boolean
  product_count: number
  pictures: {
    title: string
    asin: string
    image_url: string | null
    image_source: 'amazon' | 'owner' | 'sample' | null
  }[]
}

/**
 * All categories: whether `userId` pinned each, how many of their products are in it, and the pictures of the newest
 * three.
 */
export async function selectOwnCategories(db: Kysely<DB>, userId: string): Promise<OwnCategoryRow[]> {
  const { rows } = await sql<OwnCategoryRow>`
    with counted as (
      select category_id, count(*) as n from product_categories where user_id = ${userId} group by category_id
    )
    select c.id, c.name, c.slug, c.sort_order, ${isPinned} as is_pinned, coalesce(counted.n, 0) as product_count,
      coalesce(newest.pictures, '[]') as pictures
    from categories c
    left join user_category_preferences u on u.category_id = c.id and u.user_id = ${userId}
    left join counted on counted.category_id = c.id
    left join lateral (
      select json_agg(three) as pictures
      from (
        select p.title, p.asin, p.image_url, p.image_source from product_categories pc join products p on p.id = pc.product_id
        where pc.user_id = ${userId} and pc.category_id = c.id
        order by pc.created_at desc, pc.product_id desc limit 3
      ) as three
    ) as newest on counted.n > 0
    order by c.sort_order`.execute(db)
  return rows
}

// Without a preference the first eight categories count as pinned (docs/product/my-folio.md#manage-categories).
const isPinned = sql<boolean>`coalesce(u.is_pinned, c.sort_order <= 8)`

/** How many of a person's products are in the Inbox, and how many have a dead shop link. */
export const countOwn = (db: Kysely<DB>, userId: string) =>
  db
    .selectNoFrom((eb) => {
      const live = eb
        .selectFrom('products')
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .select(eb.fn.countAll<number>().as('n'))
      return [
        live.where('is_categorized', '=', false).as('inbox'),
        live.where('attention', 'is not', null).as('attention'),
      ]
    })
    .executeTakeFirstOrThrow()

/** The ids of a person's Inbox, newest first. */
export async function selectInboxIds(db: Kysely<DB>, userId: string, limit: number): Promise<string[]> {
  const products = await db
    .selectFrom('products')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('is_categorized', '=', false)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return products.map(({ id }) => id)
}

type Pin = { user_id: string; category_id: string; is_pinned: boolean }

/** Stores whether a person pinned a category; an equal row is not written again. */
export const upsertPin = (db: Kysely<DB>, pin: Pin) =>
  db
    .insertInto('user_category_preferences')
    .values(pin)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'category_id'])
        .doUpdateSet({ is_pinned: pin.is_pinned })
        .where('user_category_preferences.is_pinned', '!=', pin.is_pinned),
    )
    .executeTakeFirstOrThrow()

/** Stores whether a person pinned a category, unless that is stored already. */
export const insertPin = (db: Kysely<DB>, pin: Pin) =>
  db
    .insertInto('user_category_preferences')
    .values(pin)
    .onConflict((conflict) => conflict.columns(['user_id', 'category_id']).doNothing())
    .executeTakeFirstOrThrow()

type Move = { userId: string; productIds: string[]; categoryId: string; at: Date }

/**
 * Moves products from the person's Inbox to a category, and returns their ids. Rows are locked in order, so that of two
 * moves of the same products the second waits and finds them moved.
 */
export async function moveFromInbox(
  db: Kysely<DB>,
  { userId, productIds, categoryId, at }: Move,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with chosen as (
      select id from products
      where id = any(${productIds}::uuid[]) and user_id = ${userId} and deleted_at is null and not is_categorized
      order by id for no key update
    ), moved as (
      update products p set is_categorized = true, version = version + 1, updated_at = ${at}
      from chosen where p.id = chosen.id returning p.id, p.created_at
    )
    insert into product_categories (product_id, category_id, created_at)
    select id, ${categoryId}, created_at from moved returning product_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks these products until the transaction ends, so that changes by others wait. */
export const lockProducts = (db: Kysely<DB>, userId: string, productIds: string[]) =>
  sql`select id from products where id = any(${productIds}::uuid[]) and user_id = ${userId}
    order by id for no key update`.execute(db)

/** Moves the person's products that are in a category back to the Inbox, and returns how many. */
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
