import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

export type OwnCategoryRow = {
  id: string
  name: string
  slug: string
  sort_order: number
  is_pinned: boolean
  product_count: number
  pictures: { image_url: string | null; image_source: 'amazon' | 'owner' | 'sample' | null }[]
}

/**
 * All categories: whether `userId` pinned each, how many of their products it holds, and the pictures of the newest
 * three.
 */
export async function selectOwnCategories(db: Kysely<DB>, userId: string): Promise<OwnCategoryRow[]> {
  const { rows } = await sql<OwnCategoryRow>`
    with held as (
      select category_id, count(*) as n from product_categories where user_id = ${userId} group by category_id
    )
    select c.id, c.name, c.slug, c.sort_order, ${isPinned} as is_pinned, coalesce(held.n, 0) as product_count,
      coalesce(newest.pictures, '[]') as pictures
    from categories c
    left join user_category_preferences u on u.category_id = c.id and u.user_id = ${userId}
    left join held on held.category_id = c.id
    left join lateral (
      select json_agg(json_build_object('image_url', image_url, 'image_source', image_source)) as pictures
      from (
        select p.image_url, p.image_source from product_categories pc join products p on p.id = pc.product_id
        where pc.user_id = ${userId} and pc.category_id = c.id
        order by pc.created_at desc, pc.product_id desc limit 3
      ) as three
    ) as newest on held.n > 0
    order by c.sort_order`.execute(db)
  return rows
}

// Spec section 3: without a preference the first eight categories count as pinned.
const isPinned = sql<boolean>`coalesce(u.is_pinned, c.sort_order <= 8)`

/** How many of a person's products are in the Inbox, and how many shop links lead nowhere any more. */
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

/** The ids of a person's Inbox, the newest first. */
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
