import { type Kysely, sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { DB, JsonObject } from '../../platform/database/schema.ts'
import { minuteMs } from '../../shared/time.ts'

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

/** Sets these keys of a user's metadata and keeps the others; writes nothing if they have these values already. */
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

/** Like {@link readPasswordHash}; other transactions that need the user wait for this one to end. */
export const lockUserForDeletion = (db: Db, userId: string) =>
  db.selectFrom('users').select('password_hash').where('id', '=', userId).forUpdate().executeTakeFirst()

/** Removes a user with identities, sessions, tokens and all other rows that belong to them alone. */
export const deleteUserRow = (db: Db, userId: string) =>
  db.deleteFrom('users').where('id', '=', userId).execute()

/** A user's stored sessions, living and ended, the last used first. */
export const readSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['user_agent', 'method', 'created_at', 'refreshed_at', 'ended_at', 'ended_reason'])
    .where('user_id', '=', userId)
    .orderBy('refreshed_at', 'desc')
    .execute()

const linkMinutes = 15

/**
 * The facts that decide whether a session may change its account. `had_link`: a mailed link began it, and its right to
 * set a password is unused. `may_set_password`: the same, and the link was followed within the last quarter of an hour.
 */
export const readOwnAccount = ({ db, clock }: Pick<Context, 'db' | 'clock'>, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(({ and, eb, ref }) => [
      'users.email',
      'users.password_hash',
      'users.user_metadata',
      'sessions.ended_at',
      'sessions.may_set_password as had_link',
      and([
        ref('sessions.may_set_password'),
        eb('sessions.created_at', '>', new Date(clock().getTime() - linkMinutes * minuteMs)),
      ])
        .$castTo<boolean>()
        .as('may_set_password'),
    ])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()

export const setUserMetadata = (
  db: Db,
  { userId, metadata, now }: { userId: string; metadata: JsonObject; now: Date },
) =>
  db.updateTable('users').set({ user_metadata: metadata, updated_at: now }).where('id', '=', userId).execute()

export const setPasswordHash = (
  db: Db,
  {
    userId,
    passwordHash,
    isSettled,
    now,
  }: { userId: string; passwordHash: string; isSettled: boolean; now: Date },
) =>
  db
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      password_settles_at: isSettled ? sql`now()` : sql`now() + interval '3 days'`,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()

/** From now on the session needs the current password to set another. */
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

export type Role = 'user' | 'admin'

/** An account by its e-mail address, locked until the transaction ends. */
export const lockAccount = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'role', 'email_verified_at'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const setRole = (db: Db, { userId, role, now }: { userId: string; role: Role; now: Date }) =>
  db.updateTable('users').set({ role, updated_at: now }).where('id', '=', userId).execute()

/** The e-mail addresses of all admins, sorted. */
export async function readAdmins(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

/** Admins who are not suspended and have used a session since an instant, even one that has ended. */
export async function readActiveAdmins(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.role', '=', 'admin')
    .where('u.suspended_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions as s')
          .select('s.id')
          .whereRef('s.user_id', '=', 'u.id')
          .where('s.refreshed_at', '>', since),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Whether a user is suspended; undefined when there is no such user. Their publishing waits for this transaction, or
 * this waits for it.
 */
export const lockSuspension = (db: Db, userId: string) =>
  db.selectFrom('users').where('id', '=', userId).select(['suspended_at']).forUpdate().executeTakeFirst()

export const setSuspension = (
  db: Db,
  userId: string,
  suspension: { suspended_at: Date | null; suspended_reason: string | null },
) => db.updateTable('users').set(suspension).where('id', '=', userId).execute()
