import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

type Picture = {
  id: string
  title: string
  asin: string
  image_url: string | null
  image_side: number | null
  sign: string | null
}

/** A list with what its card shows. */
export type CardRow = {
  id: string
  user_id: string
  slug: string
  title: string
  words: string | null
  cover_url: string | null
  is_look: boolean
  items_count: number
  updated_at: Date
  points: { x: number; y: number }[] | null
  pictures: Picture[] | null
  first_name: string
  last_name: string
  username: string
  avatar_url: string | null
}

/** The same with what only its owner sees. */
export type OwnCardRow = CardRow & {
  is_public: boolean
  is_saved: boolean
  version: number
  shown_count: number
  first_public_at: Date | null
  hidden_at: Date | null
  hidden_reason: string | null
  /** Whether one of the owner's lists has become public today. */
  is_day_taken: boolean
  has: boolean | null
}

/** An item of a page, with values that JSON gives as text. */
export type ItemRow = {
  id: string
  position: number
  number: number
  line: string | null
  point: { x: number; y: number } | null
  short_link_id: string | null
  product_id: string
  is_shown: boolean
}

/** An item's place in the order of its list. */
export type Place = { position: number; id: string }

/** Condition on an item `i`, and its product `p`: others see it. */
const shown = sql`i.is_shown`
/** Its list's owner, who is asking, sees a card of it. */
const shownToOwner = sql`(i.is_shown or p.user_id = l.user_id and p.deleted_at is null)`

/** Condition on a list `l` of a person `a`: others see it. */
const isSeen = sql`l.is_shown and not a.is_suspended`

const pointOf = sql`case when l.is_look and i.point_x is not null
  then json_build_object('x', i.point_x, 'y', i.point_y) end`

const cardColumns = (visible: RawBuilder<unknown>) => sql`
  l.id, l.user_id, l.slug, l.title, l.words, l.cover_url, l.is_look, l.updated_at,
  a.first_name, a.last_name, a.username, a.avatar_url,
  case when l.is_look then (
    select json_agg(json_build_object('x', f.point_x, 'y', f.point_y) order by f.position, f.id) from (
      select i.position, i.id, i.point_x, i.point_y from list_items i join products p on p.id = i.product_id
      where i.list_id = l.id and i.point_x is not null and ${visible}
      order by i.position, i.id limit 3
    ) as f
  ) end as points,
  (
    select json_agg(json_build_object('id', f.id, 'title', f.title, 'asin', f.asin, 'image_url', f.image_url,
      'image_side', f.image_side, 'sign', f.sign) order by f.position, f.item_id)
    from (
      select p.id, p.title, p.asin, i.position, i.id as item_id,
        case when p.image_source = 'owner' then p.image_url end as image_url,
        case when p.image_source = 'owner' then p.image_side end as image_side,
        case when p.image_source is distinct from 'owner' then (
          select c.slug from product_categories k join categories c on c.id = k.category_id
          where k.product_id = p.id limit 1) end as sign
      from list_items i join products p on p.id = i.product_id
      where i.list_id = l.id and ${visible}
      order by i.position, i.id limit 4
    ) as f
  ) as pictures`

/** Whose lists are read, and on which day (UTC). */
type Owned = { userId: string; today: string }

const ownColumns = ({ userId, today }: Owned, productId: string | null = null) => sql`
  ${cardColumns(shownToOwner)}, l.items_count, l.is_public, l.is_saved, l.version, l.shown_count, l.first_public_at,
  l.hidden_at, l.hidden_reason,
  exists (select from list_days d where d.user_id = ${userId} and d.day = ${today}::date) as is_day_taken,
  ${
    productId === null
      ? sql`null::boolean`
      : sql`exists (select from list_items i where i.list_id = l.id and i.product_id = ${productId}::uuid)`
  } as has`

/** A part of a list's items: those that others see, or all; after a place. */
type Part = { isOwn: boolean; after: Place | undefined; limit: number }

/** The items of a list `l`, with their numbers. */
function itemsOf({ isOwn, after, limit }: Part): RawBuilder<unknown> {
  const isIn = (item: string) => (isOwn ? sql`true` : sql`${sql.ref(`${item}.is_shown`)}`)
  const before = after
    ? sql`(
        select count(*) from list_items b
        where b.list_id = l.id and ${isIn('b')} and (b.position, b.id) <= (${after.position}::integer, ${after.id}::uuid)
      )`
    : sql`0`
  return sql`(
    select json_agg(f order by f.position, f.id) from (
      select i.id, i.position, i.line, ${pointOf} as point, i.short_link_id, i.product_id, i.is_shown,
        ${before} + row_number() over (order by i.position, i.id) as number
      from list_items i
      where i.list_id = l.id and ${isIn('i')}
        ${after ? sql`and (i.position, i.id) > (${after.position}::integer, ${after.id}::uuid)` : sql``}
      order by i.position, i.id limit ${sql.lit(limit)}
    ) as f
  ) as items`
}

/** The public lists of a person, the latest changed first. */
export async function selectPublicLists(db: Kysely<DB>, userId: string): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns(shown)}, l.shown_count as items_count
    from lists l join profiles a on a.id = l.user_id
    where l.user_id = ${userId} and ${isSeen}
    order by l.updated_at desc, l.id desc`.execute(db)
  return rows
}

/** How many of everybody's newest lists are looked through for a followed owner. */
const walked = 5_000

/** The newest lists that people whom somebody follows have made public since an instant. */
export async function selectNewOfFollowed(
  db: Kysely<DB>,
  { follower, since, limit }: { follower: string; since: Date; limit: number },
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    with newest as materialized (
      select id, user_id, first_public_at from lists
      where is_shown and first_public_at > ${since} order by first_public_at desc, id desc limit ${sql.lit(walked)}
    )
    select ${cardColumns(shown)}, l.shown_count as items_count
    from (
      select n.id from newest n join followers f on f.follower_id = ${follower} and f.following_id = n.user_id
      order by n.first_public_at desc, n.id desc limit ${limit}
    ) as n join lists l on l.id = n.id join profiles a on a.id = l.user_id
    where ${isSeen}
    order by l.first_public_at desc, l.id desc`.execute(db)
  return rows
}

type WithItems<Row> = Row & { items: ItemRow[] | null }

/** A public list by names that person and list have or had, with a page of its items. */
export async function selectPublicList(
  db: Kysely<DB>,
  { username, slug }: { username: string; slug: string },
  part: Omit<Part, 'isOwn'>,
): Promise<WithItems<CardRow> | undefined> {
  const { rows } = await sql<WithItems<CardRow>>`
    select ${cardColumns(shown)}, l.shown_count as items_count, ${itemsOf({ ...part, isOwn: false })}
    from usernames n
    join list_slugs s on s.user_id = n.user_id and s.slug = ${slug}
    join lists l on l.id = s.list_id
    join profiles a on a.id = l.user_id
    where n.username = ${username} and ${isSeen}`.execute(db)
  return rows[0]
}

/** A person's own lists, the latest changed first, and whether each has a product. */
export async function selectOwnLists(
  db: Kysely<DB>,
  { productId, ...owned }: Owned & { productId: string | null },
): Promise<OwnCardRow[]> {
  const { rows } = await sql<OwnCardRow>`
    select ${ownColumns(owned, productId)}
    from lists l join profiles a on a.id = l.user_id
    where l.user_id = ${owned.userId}
    order by l.updated_at desc, l.id desc`.execute(db)
  return rows
}

/** One of a person's own lists. */
export async function selectOwnList(
  db: Kysely<DB>,
  { id, ...owned }: Owned & { id: string },
): Promise<OwnCardRow | undefined> {
  const { rows } = await sql<OwnCardRow>`
    select ${ownColumns(owned)}
    from lists l join profiles a on a.id = l.user_id
    where l.id = ${id} and l.user_id = ${owned.userId}`.execute(db)
  return rows[0]
}

/** The same with a page of its items. */
export async function selectOwnListPage(
  db: Kysely<DB>,
  { id, ...owned }: Owned & { id: string },
  part: Omit<Part, 'isOwn'>,
): Promise<WithItems<OwnCardRow> | undefined> {
  const { rows } = await sql<WithItems<OwnCardRow>>`
    select ${ownColumns(owned)}, ${itemsOf({ ...part, isOwn: true })}
    from lists l join profiles a on a.id = l.user_id
    where l.id = ${id} and l.user_id = ${owned.userId}`.execute(db)
  return rows[0]
}

/** One item of a person's own list, with its number. */
export async function selectOwnItem(
  db: Kysely<DB>,
  { listId, id }: { listId: string; id: string },
): Promise<(ItemRow & { user_id: string }) | undefined> {
  const { rows } = await sql<ItemRow & { user_id: string }>`
    select i.id, i.position, i.line, ${pointOf} as point, i.short_link_id, i.product_id, i.is_shown, l.user_id,
      (select count(*) from list_items b where b.list_id = l.id and (b.position, b.id) <= (i.position, i.id)) as number
    from list_items i join lists l on l.id = i.list_id
    where i.list_id = ${listId} and i.id = ${id}`.execute(db)
  return rows[0]
}

/** The public lists of others that show a product, the latest changed first. Private ones have no link to it. */
export async function selectListsShowing(
  db: Kysely<DB>,
  { productId, not, limit }: { productId: string; not: string; limit: number },
) {
  const { rows } = await sql<
    Pick<CardRow, 'id' | 'slug' | 'title' | 'first_name' | 'username' | 'avatar_url'>
  >`
    select l.id, l.slug, l.title, a.first_name, a.username, a.avatar_url
    from list_links k
    join list_items i on i.list_id = k.list_id and i.product_id = k.product_id
    join lists l on l.id = i.list_id
    join profiles a on a.id = l.user_id
    where k.product_id = ${productId} and i.is_shown and l.user_id <> ${not} and ${isSeen}
    order by l.updated_at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}
