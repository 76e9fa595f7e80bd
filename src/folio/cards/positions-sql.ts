import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import { newestFirst, publicCards } from './cards-sql.ts'

/** A list of live products, newest first: of everyone or of those whom someone follows, of one category or of all. */
export type PublicList = {
  /** Only products of people whom this person follows. */
  followedBy?: string
  categorySlug?: string
}

/** A part of a list: its newest `limit` positions below `before` and above `since`. */
export type Part = PublicList & { before?: Cursor; since?: Cursor; limit: number }

/** Above this number of followed people, most of their newest products are among everyone's newest. */
const manyFollowed = 1_000
/** How many of everyone's newest products are checked for a followed owner: 1 µs each. */
const walked = 5_000

/** Whether someone follows so many people that their products are searched among everyone's newest. */
export async function followsManyPeople(db: Kysely<DB>, follower: string): Promise<boolean> {
  const { rows } = await sql`${followsMany(follower)} limit 1`.execute(db)
  return rows.length > 0
}

/** How many products are above a position in a list, at most `limit`. Everyone's list has the order of the feed. */
export async function countPositions(db: Kysely<DB>, part: Part): Promise<number> {
  const positions =
    part.followedBy === undefined ? newest(part, sql``, part.limit, 'feed_at') : positionsOf(part)
  const { rows } = await sql<{ count: number }>`select count(*) from (${positions}) as part`.execute(db)
  return rows[0]?.count ?? 0
}

/** A statement for the positions (created_at, id) of a part of a list, by the dates of publishing. */
export const positionsOf = (part: Part): RawBuilder<unknown> =>
  part.followedBy === undefined ? newest(part, sql``, part.limit) : followedPositions(part, part.followedBy)

/**
 * For a follower of many people everyone's newest products hold enough (`near`). Else, below the last one read
 * (`reached`), each followed person's newest product is read, and more only of people whose newest can be in the result
 * (`far`). The cost grows with the number of followed people, not with their products.
 */
function followedPositions(part: Part, follower: string): RawBuilder<unknown> {
  const { limit, before } = part
  const below = sql`and (${keysOf(part)}) < (select created_at, id from reached)`
  const newestOf = (person: RawBuilder<unknown>, rows: number) =>
    newest(part, sql`and x.user_id = ${person} ${below}`, rows)
  return sql`
    with recent as materialized (
      ${newest(part, sql`and exists (${followsMany(follower)})`, walked)}
    ), reached as materialized (
      select created_at, id from (
        select created_at, id from recent
        union all select ${before?.createdAt ?? 'infinity'}::timestamptz, ${before?.id ?? highestId}::uuid
      ) as positions order by created_at, id limit 1
    ), near as materialized (
      select created_at, id from recent where exists (${follows(follower)} and following_id = recent.user_id)
      order by created_at desc, id desc limit ${limit}
    )
    select created_at, id from near
    union all select created_at, id from (
      select one.created_at, one.id
      from (
        select f.following_id
        from (${follows(follower)}) as f cross join lateral (${newestOf(sql`f.following_id`, 1)}) as newest
        where (select count(*) from near) < ${limit} and (select count(*) from recent) in (0, ${walked})
        order by newest.created_at desc, newest.id desc limit ${limit}
      ) as person
      cross join lateral (${newestOf(sql`person.following_id`, limit)}) as one
      order by one.created_at desc, one.id desc limit ${limit}
    ) as far
    order by created_at desc, id desc limit ${limit}`
}

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The people whom someone follows. */
export const follows = (follower: string) =>
  sql`select following_id from followers where follower_id = ${follower}`

const followsMany = (follower: string) => sql`${follows(follower)} offset ${manyFollowed}`

type ByDate = 'created_at' | 'feed_at'

const keysOf = ({ categorySlug }: PublicList, by: ByDate = 'created_at') =>
  categorySlug === undefined ? sql`x.${sql.ref(by)}, x.id` : sql`x.${sql.ref(by)}, x.product_id`

/** The newest positions with their owners, each an entry of one index (tests/plans/plans.large.test.ts). */
function newest(
  part: Part,
  condition: RawBuilder<unknown>,
  limit: number,
  by: ByDate = 'created_at',
): RawBuilder<unknown> {
  const { categorySlug, before, since } = part
  const keys = keysOf(part, by)
  const order =
    categorySlug === undefined
      ? sql`x.${sql.ref(by)} desc, x.id desc`
      : sql`x.${sql.ref(by)} desc, x.product_id desc`
  const list =
    categorySlug === undefined
      ? sql`select x.created_at, x.id, x.user_id from products x where x.deleted_at is null and not x.unlisted`
      : sql`
          select x.created_at, x.product_id as id, x.user_id from product_categories x
          where x.category_id = (select id from categories where slug = ${categorySlug}) and not x.unlisted`
  // What has no place in everyone's feed is most of an unproven account's (decision 44).
  const placed = by === 'feed_at' ? sql`and x.feed_at is not null` : sql``
  return sql`
    ${list} ${condition} ${placed}
    ${before ? sql`and (${keys}) < (${before.createdAt}, ${before.id})` : sql``}
    ${since ? sql`and (${keys}) > (${dateOf(since, by)}, ${since.id})` : sql``}
    order by ${order}
    limit ${limit}`
}

/** A cursor made from a card has the time of publishing, not the position in the feed, so that is looked up. */
const dateOf = ({ createdAt, id }: Cursor, by: ByDate) =>
  by === 'created_at'
    ? sql`${createdAt}`
    : sql`coalesce((select feed_at from products where id = ${id}), ${createdAt})`

/** Cards of products of followed people, newest first, in one statement. */
export const selectFollowedCards = (db: Kysely<DB>, part: Part & { followedBy: string }) =>
  publicCards(db)
    .where(sql<SqlBool>`p.id in (select id from (${positionsOf(part)}) as part)`)
    .orderBy(newestFirst)
    .execute()
