import type { Kysely } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

export const selectPlainProfile = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('profiles')
    .where('id', '=', userId)
    .select(['first_name', 'last_name', 'username', 'avatar_url', 'bio', 'created_at', 'updated_at'])
    .executeTakeFirst()

export const selectOwnUsernames = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('usernames')
    .where('user_id', '=', userId)
    .select(['username', 'created_at'])
    .orderBy('created_at')
    .execute()

/** Everyone a person follows, the first followed first. */
export const selectFollowed = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('followers as f')
    .innerJoin('profiles as p', 'p.id', 'f.following_id')
    .where('f.follower_id', '=', userId)
    .select(['p.username', 'f.created_at'])
    .orderBy('f.created_at')
    .execute()

/** Everyone who follows a person, the first follower first. */
export const selectFollowers = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('followers as f')
    .innerJoin('profiles as p', 'p.id', 'f.follower_id')
    .where('f.following_id', '=', userId)
    .select(['p.username', 'f.created_at'])
    .orderBy('f.created_at')
    .execute()
