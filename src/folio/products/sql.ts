import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, Products } from '../../platform/database/schema.ts'
import { storedFields } from '../../shared/fields/owner-fields.ts'
import { isUuid } from '../../shared/uuid.ts'

/** The columns of a product `p` that its owner writes. */
export const ownColumns = storedFields.map((name) => `p.${name}` as const)

/** The short link that a product `p` got first; those of lists are shown by their lists alone. */
export const shortLinkOf = sql<string>`(
  select s.id from short_links s where s.product_id = p.id and not s.is_of_list order by s.created_at limit 1)`

/** The sides of the squares of a product `p`'s photos, in their order; null where one is not known. */
const photoSidesOf = sql<(number | null)[]>`array(
  select i.side from unnest(p.photos) with ordinality as f (address, place)
  left join pictures i on i.path = replace(f.address, '/storage/v1/object/public/avatars/', '')
  order by f.place)`

/** One live product with everything its page shows, by product id. */
export function selectProduct(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('products as p')
    .innerJoin('profiles as a', 'a.id', 'p.user_id')
    .innerJoin('click_totals as t', 't.product_id', 'p.id')
    .leftJoin('product_categories as pc', 'pc.product_id', 'p.id')
    .leftJoin('categories as c', 'c.id', 'pc.category_id')
    .select(['p.id', 'a.id as user_id', 'p.asin', 'p.asin_is_made_up', 'p.marketplace', 'p.amazon_url'])
    .select(ownColumns)
    .select([
      'p.image_source',
      'p.image_side',
      'p.price_cents',
      'p.price_as_of',
      'p.withheld',
      'p.hidden_at',
      'p.hidden_reason',
    ])
    .select(['p.is_categorized', 'p.metadata_source', 'p.version', 'p.attention'])
    .select(['p.attention_since', 'p.created_at', 't.clicks_count'])
    .select(['a.first_name', 'a.username', 'a.avatar_url'])
    .select(['c.id as category_id', 'c.name as category_name', 'c.slug as category_slug'])
    .select(shortLinkOf.as('short_link_id'))
    .select(photoSidesOf.as('photo_sides'))
    .select(
      sql<boolean>`p.feed_at is null and exists (
        select from users u where u.id = p.user_id and u.email_verified_at is null)`.as('waits_for_proof'),
    )
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .orderBy('c.sort_order')
    .limit(1)
    .executeTakeFirst()
}

export type ProductRow = NonNullable<Awaited<ReturnType<typeof selectProduct>>>

/** The name of a deleted product's creator, who is still there and has a public profile. */
export const selectCreatorOfDeleted = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('products as p')
    .innerJoin('profiles as a', 'a.id', 'p.user_id')
    .select(['a.first_name', 'a.username'])
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is not', null)
    .where('a.is_suspended', '=', false)
    .executeTakeFirst()

/** What a name stands for: a product, and whether the name is a list's link to it. */
type Named = { id: string; is_of_list: boolean }

/** What a short link, product id or ASIN stands for, in this order: of an ASIN the newest that everyone sees. */
export async function resolveProductRef(db: Kysely<DB>, ref: string): Promise<Named | undefined> {
  const { rows } = await sql<Named>`
    select id, is_of_list from (
      select 1 as position, product_id as id, is_of_list from short_links where id = ${ref}
      union all
      select 2, id, false from products where id = ${isUuid(ref) ? ref : null}
      union all
      (select 3, id, false from products where asin = ${ref} and deleted_at is null and not withheld
       order by created_at desc, id desc limit 1)
    ) found order by position limit 1`.execute(db)
  return rows[0]
}

export const selectCategories = (db: Kysely<DB>) =>
  db.selectFrom('categories').select(['id', 'name', 'slug', 'sort_order']).orderBy('sort_order').execute()

/** The short link of the newest live product with an ASIN. */
export async function selectNewestShortLink(db: Kysely<DB>, asin: string): Promise<string | undefined> {
  const product = await db
    .selectFrom('products as p')
    .where('p.asin', '=', asin)
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`not p.withheld`)
    .select(shortLinkOf.as('short_link_id'))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return product?.short_link_id
}

/** The payee a user's products are credited to; null if there is no such user. */
export async function selectPayee(db: Kysely<DB>, userId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select payee_of(${userId}) as id`.execute(db)
  return rows[0]?.id ?? null
}

export async function insertProduct(db: Kysely<DB>, product: Insertable<Products>): Promise<string> {
  const { id } = await db.insertInto('products').values(product).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Reserves positions in everyone's feed for products that a person posts now: at the time they wish for, or earlier
 * where many were. Null for those that have none, as most of an unproven account's (decision 44).
 */
export async function takeFeedPositions(
  db: Kysely<DB>,
  userId: string,
  { wishes, now }: { wishes: Date[]; now: Date },
): Promise<(Date | null)[]> {
  const { rows } = await sql<{ positions: (Date | null)[] }>`
    select take_feed_places(${userId}, ${wishes}::timestamptz[], ${now}) as positions`.execute(db)
  return rows[0]?.positions ?? []
}

type CategoryLink = { product_id: string; category_id: string; created_at: Date }

export async function insertCategoryLinks(db: Kysely<DB>, links: CategoryLink[]): Promise<void> {
  if (links.length > 0) await db.insertInto('product_categories').values(links).execute()
}

type ShortLink = { id: string; product_id: string; created_at: Date; is_of_list?: boolean }

/** Inserts the short links whose id is free, and returns the products that now have one, each with it. */
export async function insertShortLinks(db: Kysely<DB>, links: ShortLink[]): Promise<Map<string, string>> {
  const inserted = await db
    .insertInto('short_links')
    .values(links)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(['id', 'product_id'])
    .execute()
  return new Map(inserted.map(({ id, product_id }) => [product_id, id]))
}

/** The titles of products, deleted ones too, for the links of a list. */
export const selectTitles = (db: Kysely<DB>, ids: string[]) =>
  db
    .selectFrom('products')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .select(['id', 'title', 'metadata_source'])
    .execute()

export const categoryExists = async (db: Kysely<DB>, id: string): Promise<boolean> =>
  (await db.selectFrom('categories').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
