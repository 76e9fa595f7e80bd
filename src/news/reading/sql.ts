import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import type { NewsKind } from '../../shared/news/kinds.ts'

type Person = { first_name: string; last_name: string; username: string; avatar_url: string | null }

type NewsRow = {
  id: string
  kind: NewsKind
  subject: string | null
  about: string | null
  count: number
  amount_cents: number | null
  detail: string | null
  began_at: Date
  at: Date
  read_at: Date | null
  people: Person[] | null
  product: {
    id: string
    title: string
    asin: string
    image_url: string | null
    image_side: number | null
    sign: string | null
  } | null
  list: { title: string; slug: string; username: string } | null
}

/** A place in the list: the unread first, then the newest. */
export type Place = Cursor & { isUnread: boolean }

/** The product of news `n`, if it is about one. */
const productId = sql`case
  when n.kind in ('saved', 'listed') then n.subject
  when n.kind in ('order_posted', 'order_returned') and n.count = 1 then n.about
  when n.kind = 'moderation_decided' then n.about end`

/**
 * A page of somebody's news of these kinds, and how many of them are unread. Who is suspended meanwhile is left out,
 * and so is who put a product into a list that nobody sees any more: that is private.
 */
export async function selectNews(
  db: Kysely<DB>,
  {
    userId,
    kinds,
    before,
    limit,
  }: { userId: string; kinds: NewsKind[]; before: Place | undefined; limit: number },
): Promise<{ rows: NewsRow[]; unread: number }> {
  const below = before
    ? sql`and ((read_at is null), at, id) < (${before.isUnread}, ${before.createdAt}, ${before.id}::uuid)`
    : sql``
  const { rows } = await sql<NewsRow & { unread: number }>`
    with page as (
      select * from news
      where user_id = ${userId} and kind = any (${kinds}::text[]) ${below}
      order by read_at is null desc, at desc, id desc limit ${limit}
    )
    select n.id, n.kind, n.subject, n.about, n.count, n.amount_cents::float8 as amount_cents, n.detail, n.began_at,
      n.at, n.read_at, who.people, p.product, l.list, u.unread
    from (select count(*)::int as unread from news
      where user_id = ${userId} and read_at is null and kind = any (${kinds}::text[])) u
    left join page n on true
    left join lateral (
      select json_build_object('id', p.id, 'title', p.title, 'asin', p.asin,
        'image_url', case when p.image_source = 'owner' then p.image_url end,
        'image_side', case when p.image_source = 'owner' then p.image_side end,
        'sign', case when p.image_source is distinct from 'owner' then (
          select c.slug from product_categories k join categories c on c.id = k.category_id
          where k.product_id = p.id limit 1) end) as product
      from products p where p.id = ${productId} and p.user_id = n.user_id and p.deleted_at is null
    ) p on true
    left join lateral (
      select json_build_object('title', l.title, 'slug', l.slug, 'username', a.username) as list
      from lists l join profiles a on a.id = l.user_id
      where n.kind = 'listed' and l.id = n.about and l.is_shown and not a.is_suspended
    ) l on true
    left join lateral (
      select json_agg(json_build_object('first_name', a.first_name, 'last_name', a.last_name, 'username', a.username,
        'avatar_url', a.avatar_url) order by o.place) as people
      from unnest(n.actors) with ordinality as o (id, place) join profiles a on a.id = o.id
      where not a.is_suspended and (n.kind <> 'listed' or l.list is not null or o.place > 1)
    ) who on true
    order by n.read_at is null desc, n.at desc, n.id desc`.execute(db)
  return { rows: rows.filter(({ id }) => id !== null), unread: rows[0]?.unread ?? 0 }
}

/**
 * Marks news up to an instant as read, those of some ids or all of some kinds. What somebody is just adding to stays
 * unread, and is not waited for.
 */
export async function markRead(
  db: Kysely<DB>,
  {
    userId,
    until,
    ids,
    kinds,
    now,
  }: { userId: string; until: Date; ids: string[] | undefined; kinds: NewsKind[]; now: Date },
): Promise<void> {
  await sql`
    update news set read_at = ${now} where id in (
      select id from news
      where user_id = ${userId} and read_at is null and at <= ${until} and kind = any (${kinds}::text[])
        ${ids ? sql`and id = any (${ids}::uuid[])` : sql``}
      for update skip locked)`.execute(db)
}

/** How many news somebody has not read. */
export async function countUnread(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from news where user_id = ${userId} and read_at is null`.execute(db)
  return rows[0]?.n ?? 0
}

/** All that somebody was told and that is kept, the oldest first; with the usernames of those who did it. */
export async function selectAllNews(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<
    Pick<
      NewsRow,
      'kind' | 'count' | 'amount_cents' | 'detail' | 'subject' | 'about' | 'began_at' | 'at' | 'read_at'
    > & { people: string[] }
  >`
    select n.kind, n.count, n.amount_cents::float8 as amount_cents, n.detail, n.subject, n.about, n.began_at, n.at,
      n.read_at, array(
        select a.username from unnest(n.actors) with ordinality as o (id, place) join profiles a on a.id = o.id
        where not a.is_suspended order by o.place) as people
    from news n where n.user_id = ${userId} order by n.at, n.id`.execute(db)
  return rows
}
