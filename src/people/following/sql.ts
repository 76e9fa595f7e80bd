import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'

/** A row of a list of people. */
export type MemberRow = {
  id: string
  first_name: string
  last_name: string
  username: string
  avatar_url: string | null
  bio: string | null
  followers_count: number
  is_following: boolean
}

/** The tables of members: their profile `p` and their counts `c`. */
export const memberColumns = sql`
  p.id, p.first_name, p.last_name, p.username, p.avatar_url, p.bio, c.followers_count`

/** Whether `userId` follows the person of profile `p`; null follows nobody. */
export const isFollowedBy = (userId: string | null) => sql<boolean>`
  exists (select from followers f where f.follower_id = ${userId} and f.following_id = p.id)`

/** A follow to insert or delete. */
type FollowChange = { follower: string; followed: string; following: boolean; at: Date }

/** Counts after a change: people whom the follower follows, and followers of the target; null for an unknown person. */
type FollowOutcome = { following_count: number | null; followers_count: number | null }

/**
 * Makes someone follow or unfollow, in one round trip; an equal state is not written. Nobody begins to follow a
 * suspended account.
 */
export async function setFollow(db: Kysely<DB>, change: FollowChange): Promise<FollowOutcome> {
  const { follower, followed, following, at } = change
  const { rows } = await sql<FollowOutcome>`
    select * from set_follow(${follower},
      (select id from profiles where id = ${followed} and not (${following} and is_suspended)), ${following}, ${at})`.execute(
    db,
  )
  return rows[0] as FollowOutcome
}

export const isFollowing = async (
  db: Kysely<DB>,
  { follower, followed }: Pick<FollowChange, 'follower' | 'followed'>,
): Promise<boolean> =>
  (await db
    .selectFrom('followers')
    .where('follower_id', '=', follower)
    .where('following_id', '=', followed)
    .select('id')
    .executeTakeFirst()) !== undefined

/** Everyone whom a person follows. */
export async function selectFollowedIds(db: Kysely<DB>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('followers')
    .where('follower_id', '=', userId)
    .select('following_id')
    .execute()
  return rows.map(({ following_id }) => following_id)
}

/** How many follow a person and how many they follow; undefined when there is no such person. */
export const selectFollowCounts = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('follow_counts')
    .where('user_id', '=', userId)
    .select(['following_count', 'followers_count'])
    .executeTakeFirst()

export type FollowedRow = MemberRow & { follow_id: string; followed_at: Date }

/**
 * People whom a person follows, the last followed first, with their total, in one snapshot. Undefined when there is no
 * such person.
 */
export async function selectFollowing(
  db: Kysely<DB>,
  { userId, before, limit }: { userId: string; before?: Cursor | undefined; limit: number },
): Promise<{ following_count: number; followed: FollowedRow[] } | undefined> {
  const below = before ? sql<SqlBool>`(f.created_at, f.id) < (${before.createdAt}, ${before.id})` : sql`true`
  const { rows } = await sql<FollowedRow & { following_count: number; follow_id: string | null }>`
    select own.following_count, page.*
    from follow_counts own
    left join lateral (
      select f.id as follow_id, f.created_at as followed_at, ${memberColumns}, true as is_following
      from followers f
      join profiles p on p.id = f.following_id
      join follow_counts c on c.user_id = p.id
      where f.follower_id = ${userId} and not p.is_suspended and ${below}
      order by f.created_at desc, f.id desc limit ${limit}
    ) as page on true
    where own.user_id = ${userId}
    order by page.followed_at desc, page.follow_id desc`.execute(db)
  const [first] = rows
  return first && { following_count: first.following_count, followed: rows.filter((row) => row.follow_id) }
}

/** Everyone a person follows, the first followed first. */
export const followedBy = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('followers as f')
    .innerJoin('profiles as p', 'p.id', 'f.following_id')
    .where('f.follower_id', '=', userId)
    .select(['p.username', 'f.created_at'])
    .orderBy('f.created_at')

/** Everyone who follows a person, the first follower first. */
export const followersOf = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('followers as f')
    .innerJoin('profiles as p', 'p.id', 'f.follower_id')
    .where('f.following_id', '=', userId)
    .select(['p.username', 'f.created_at'])
    .orderBy('f.created_at')

/**
 * Deletes all follows to and from a person, in order, so that two people who follow each other and leave at once do not
 * deadlock.
 */
export async function deleteFollowsOf(db: Kysely<DB>, userId: string): Promise<void> {
  await sql`
    delete from followers where id in (
      select id from followers where follower_id = ${userId} or following_id = ${userId}
      order by id for update)`.execute(db)
}
