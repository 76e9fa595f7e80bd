import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import type { Cursor } from '../shared/cursor.ts'

/** Which live products a list shows, newest first. */
export type CardFilter = {
  userId?: string
  categorySlug?: string
  inbox?: boolean
  asin?: string
  before?: Cursor
  limit: number
}

const shortLinkOf = sql<string>`(
  select s.id from short_links s where s.product_id = p.id order by s.created_at limit 1)`

/** Cards of live products in one statement: with author, short link and count. */
export function selectCards(db: Kysely<DB>, filter: CardFilter) {
  const { userId, categorySlug, asin, before } = filter
  return db
    .selectFrom('products as p')
    .innerJoin('profiles as a', 'a.id', 'p.user_id')
    .innerJoin('earnings as e', 'e.product_id', 'p.id')
    .select([
      'p.id',
      'a.id as user_id',
      'p.asin',
      'p.title',
      'p.user_comment',
      'p.image_url',
      'p.image_source',
    ])
    .select(['p.price_cents', 'p.price_as_of', 'p.metadata_source', 'p.created_at', 'e.clicks_count'])
    .select(['a.first_name', 'a.username', 'a.avatar_url'])
    .select(sql<string | null>`left(p.description, 280)`.as('description'))
    .select(shortLinkOf.as('short_link_id'))
    .where('p.deleted_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('p.user_id', '=', userId as string))
    .$if(asin !== undefined, (query) => query.where('p.asin', '=', asin as string))
    .$if(filter.inbox === true, (query) => query.where('p.is_categorized', '=', false))
    .$if(categorySlug !== undefined, (query) =>
      query
        // Also by date, so that the category's own index, newest first, gives the order (tests/plans.test.ts).
        .innerJoin('product_categories as pc', (join) =>
          join.onRef('pc.product_id', '=', 'p.id').onRef('pc.created_at', '=', 'p.created_at'),
        )
        .where('pc.category_id', '=', (eb) =>
          eb
            .selectFrom('categories')
            .select('id')
            .where('slug', '=', categorySlug as string),
        ),
    )
    .$if(before !== undefined, (query) => {
      const place = categorySlug === undefined ? sql`p.created_at, p.id` : sql`pc.created_at, pc.product_id`
      return query.where(sql<SqlBool>`(${place}) < (${before?.createdAt}, ${before?.id})`)
    })
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(filter.limit)
    .execute()
}

export type CardRow = Awaited<ReturnType<typeof selectCards>>[number]

/** One live product with everything its page shows, by product id. */
export function selectProduct(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('products as p')
    .innerJoin('profiles as a', 'a.id', 'p.user_id')
    .innerJoin('earnings as e', 'e.product_id', 'p.id')
    .leftJoin('product_categories as pc', 'pc.product_id', 'p.id')
    .leftJoin('categories as c', 'c.id', 'pc.category_id')
    .select([
      'p.id',
      'a.id as user_id',
      'p.asin',
      'p.asin_is_made_up',
      'p.marketplace',
      'p.amazon_url',
      'p.title',
    ])
    .select([
      'p.description',
      'p.user_comment',
      'p.image_url',
      'p.image_source',
      'p.price_cents',
      'p.price_as_of',
    ])
    .select([
      'p.tags',
      'p.is_categorized',
      'p.metadata_source',
      'p.version',
      'p.created_at',
      'e.clicks_count',
    ])
    .select(['a.first_name', 'a.username', 'a.avatar_url'])
    .select(['c.id as category_id', 'c.name as category_name', 'c.slug as category_slug'])
    .select(shortLinkOf.as('short_link_id'))
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null)
    .orderBy('c.sort_order')
    .limit(1)
    .executeTakeFirst()
}

export type ProductRow = NonNullable<Awaited<ReturnType<typeof selectProduct>>>

/** The product id a short link, product id or ASIN stands for, in this order; the newest live one of an ASIN. */
export async function resolveProductRef(db: Kysely<DB>, ref: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select 1 as place, product_id as id from short_links where id = ${ref}
      union all
      select 2, id from products where id = ${asUuid(ref)}
      union all
      (select 3, id from products where asin = ${ref} and deleted_at is null
       order by created_at desc, id desc limit 1)
    ) found order by place limit 1`.execute(db)
  return rows[0]?.id
}

const asUuid = (text: string): string | null =>
  /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text) ? text : null

export const selectCategories = (db: Kysely<DB>) =>
  db.selectFrom('categories').select(['id', 'name', 'slug', 'sort_order']).orderBy('sort_order').execute()

export type OwnCategoryRow = {
  id: string
  name: string
  slug: string
  sort_order: number
  product_count: number
  pictures: { image_url: string | null; image_source: 'amazon' | 'owner' | 'sample' | null }[]
}

/** All categories with how many live products of `userId` each holds and the pictures of the newest three. */
export async function selectOwnCategories(db: Kysely<DB>, userId: string): Promise<OwnCategoryRow[]> {
  const { rows } = await sql<OwnCategoryRow>`
    with own as (
      select pc.category_id, p.image_url, p.image_source,
        row_number() over (partition by pc.category_id order by p.created_at desc, p.id desc) as place,
        count(*) over (partition by pc.category_id) as held
      from products p join product_categories pc on pc.product_id = p.id
      where p.user_id = ${userId} and p.deleted_at is null
    )
    select c.id, c.name, c.slug, c.sort_order, coalesce(max(own.held), 0) as product_count,
      coalesce(
        json_agg(json_build_object('image_url', own.image_url, 'image_source', own.image_source) order by own.place)
          filter (where own.place is not null),
        '[]') as pictures
    from categories c left join own on own.category_id = c.id and own.place <= 3
    group by c.id order by c.sort_order`.execute(db)
  return rows
}

export const countInbox = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('products')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('is_categorized', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
