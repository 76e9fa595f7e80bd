import type { Kysely, Selectable } from 'kysely'
import type { DB, Identities, JsonObject, Users } from '../platform/database/schema.ts'

type Db = Kysely<DB>

export type UserRow = Omit<Selectable<Users>, 'password_hash'>
export type IdentityRow = Selectable<Identities>

/** Adds a user and returns its id; undefined when the address has an account, also one just being made. */
export async function insertUser(
  db: Db,
  user: { email: string; passwordHash: string | null; metadata: JsonObject; now: Date },
): Promise<string | undefined> {
  const row = await db
    .insertInto('users')
    .values({
      email: user.email,
      password_hash: user.passwordHash,
      user_metadata: user.metadata,
      last_sign_in_at: user.now,
      created_at: user.now,
      updated_at: user.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertEmailIdentity(
  db: Db,
  identity: { userId: string; data: JsonObject; now: Date },
): Promise<void> {
  await db
    .insertInto('identities')
    .values({
      user_id: identity.userId,
      provider: 'email',
      provider_id: identity.userId,
      identity_data: identity.data,
      last_sign_in_at: identity.now,
      created_at: identity.now,
      updated_at: identity.now,
    })
    .execute()
}

export const readCredentials = (db: Db, email: string) =>
  db.selectFrom('users').select(['id', 'password_hash']).where('email', '=', email).executeTakeFirst()

/**
 * Notes a sign-in, replacing the hash by `newHash`. False when the password is no longer the one that was
 * verified: whoever changed it meanwhile has ended all sessions, and no new one may start on the old password.
 */
export async function noteSignIn(
  db: Db,
  signIn: { userId: string; verifiedHash: string; newHash: string; now: Date },
): Promise<boolean> {
  const updated = await db
    .updateTable('users')
    .set({ last_sign_in_at: signIn.now, password_hash: signIn.newHash })
    .where('id', '=', signIn.userId)
    .where('password_hash', '=', signIn.verifiedHash)
    .returning('id')
    .executeTakeFirst()
  if (!updated) return false
  await db
    .updateTable('identities')
    .set({ last_sign_in_at: signIn.now })
    .where('user_id', '=', signIn.userId)
    .where('provider', '=', 'email')
    .execute()
  return true
}

export async function readUser(
  db: Db,
  userId: string,
): Promise<{ user: UserRow; identities: IdentityRow[] } | undefined> {
  const user = await db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'role',
      'user_metadata',
      'email_verified_at',
      'last_sign_in_at',
      'created_at',
      'updated_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return undefined
  const identities = await db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { user, identities }
}

/** The one read of every authenticated call: the session by its key, with its user's role. */
export const readCaller = (db: Db, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.ended_at', 'users.role'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()

/** How a session was begun, in the words of the claim `amr`. */
export type SessionMethod = 'password' | 'recovery' | 'oauth'

export async function insertSession(
  db: Db,
  session: { userId: string; method: SessionMethod; userAgent: string | null; now: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      method: session.method,
      may_set_password: session.method === 'recovery',
      user_agent: session.userAgent,
      created_at: session.now,
      refreshed_at: session.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertRefreshToken(
  db: Db,
  token: { sessionId: string; hash: Buffer; parentId: number | null; now: Date },
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      session_id: token.sessionId,
      token_hash: token.hash,
      parent_id: token.parentId,
      created_at: token.now,
    })
    .execute()
}

/** The id of the session a token belongs to. */
export async function readSessionOfToken(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const token = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return token?.session_id
}

/** The session a token belongs to, locked: who else refreshes or ends it waits for this transaction. */
export const lockSessionOfToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'method', 'created_at', 'ended_at'])
    .where('id', '=', (query) =>
      query.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', tokenHash),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()

/** A token and when its child was used. To be read under the session's lock. */
export const readRefreshToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('refresh_tokens as token')
    .leftJoin('refresh_tokens as child', 'child.parent_id', 'token.id')
    .select(['token.id', 'token.replaced_at', 'child.replaced_at as child_replaced_at'])
    .where('token.token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()

export async function readActiveTokenHash(db: Db, sessionId: string): Promise<Buffer> {
  const active = await db
    .selectFrom('refresh_tokens')
    .select('token_hash')
    .where('session_id', '=', sessionId)
    .where('replaced_at', 'is', null)
    .executeTakeFirstOrThrow()
  return active.token_hash
}

/** Makes `childHash` the session's active token instead of token `parentId`. */
export async function replaceRefreshToken(
  db: Db,
  {
    sessionId,
    parentId,
    childHash,
    now,
  }: { sessionId: string; parentId: number; childHash: Buffer; now: Date },
): Promise<void> {
  await db.updateTable('refresh_tokens').set({ replaced_at: now }).where('id', '=', parentId).execute()
  await insertRefreshToken(db, { sessionId, hash: childHash, parentId, now })
  await db.updateTable('sessions').set({ refreshed_at: now }).where('id', '=', sessionId).execute()
}

/** Why a session ended; `removed` by its owner from another one, who may have lost the device. */
export type EndReason = 'signed_out' | 'reuse_detected' | 'password_changed' | 'address_proven' | 'removed'

/** Which of a user's sessions: all, one, or all but one. */
export type SessionChoice = { userId: string; only?: string; except?: string }

/**
 * Ends the chosen sessions that still live and returns how many. They are locked in order of their keys, so two calls
 * never deadlock.
 */
export async function endSessions(
  db: Db,
  { userId, only, except }: SessionChoice,
  { reason, now }: { reason: EndReason; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .with('chosen', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .$if(only !== undefined, (q) => q.where('id', '=', only as string))
        .$if(except !== undefined, (q) => q.where('id', '!=', except as string))
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('sessions')
    .set({ ended_at: now, ended_reason: reason })
    .where('id', 'in', (query) => query.selectFrom('chosen').select('id'))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The secret of that name: the one stored, or `candidate` when there is none yet. */
export async function readOrAddSecret(db: Db, name: string, candidate: Buffer): Promise<Buffer> {
  await db
    .insertInto('app_secrets')
    .values({ name, value: candidate })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const secret = await db
    .selectFrom('app_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return secret.value
}
