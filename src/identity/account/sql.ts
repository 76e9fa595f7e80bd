import { type Kysely, sql } from 'kysely'
import type { DB, JsonObject } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

/** Locks a user against changes and deletion until the transaction ends; false when there is no such user. */
export async function lockUser(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user !== undefined
}

/** Sets these keys of a user's metadata, leaving the others; nothing happens where they hold that already. */
export async function mergeUserMetadata(
  db: Db,
  { userId, metadata, now }: { userId: string; metadata: JsonObject; now: Date },
): Promise<void> {
  const json = JSON.stringify(metadata)
  await sql`
    update users set user_metadata = user_metadata || ${json}::jsonb, updated_at = ${now}
    where id = ${userId} and not user_metadata @> ${json}::jsonb`.execute(db)
}

/** A user's password hash, null for an account without one; undefined when there is no such user. */
export const readPasswordHash = (db: Db, userId: string) =>
  db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()

/** Like {@link readPasswordHash}; whoever else needs the user now waits for the transaction to end. */
export const lockUserForDeletion = (db: Db, userId: string) =>
  db.selectFrom('users').select('password_hash').where('id', '=', userId).forUpdate().executeTakeFirst()

/** Removes a user with identities, sessions, tokens and whatever else belongs to them alone. */
export const deleteUserRow = (db: Db, userId: string) =>
  db.deleteFrom('users').where('id', '=', userId).execute()

/** A user's sessions that are kept, living and ended, the last used first. */
export const readSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['user_agent', 'method', 'created_at', 'refreshed_at', 'ended_at', 'ended_reason'])
    .where('user_id', '=', userId)
    .orderBy('refreshed_at', 'desc')
    .execute()
