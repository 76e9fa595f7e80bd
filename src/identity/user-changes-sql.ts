import type { Kysely } from 'kysely'
import type { DB, JsonObject } from '../platform/database/schema.ts'

type Db = Kysely<DB>

/** What decides whether a session may change its account. */
export const readOwnAccount = (db: Db, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.email',
      'users.password_hash',
      'users.user_metadata',
      'sessions.may_set_password',
      'sessions.ended_at',
    ])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return user !== undefined
}

export const setUserMetadata = (
  db: Db,
  { userId, metadata, now }: { userId: string; metadata: JsonObject; now: Date },
) =>
  db.updateTable('users').set({ user_metadata: metadata, updated_at: now }).where('id', '=', userId).execute()

export const setPasswordHash = (
  db: Db,
  { userId, passwordHash, now }: { userId: string; passwordHash: string; now: Date },
) =>
  db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute()

/** From now on the session must give the current password to set another. */
export const forbidSettingPassword = (db: Db, sessionId: string) =>
  db.updateTable('sessions').set({ may_set_password: false }).where('id', '=', sessionId).execute()

export async function hasEmailIdentity(db: Db, userId: string): Promise<boolean> {
  const identity = await db
    .selectFrom('identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .executeTakeFirst()
  return identity !== undefined
}
