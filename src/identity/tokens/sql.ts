import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Challenge } from '../rules.ts'

type Db = Kysely<DB>

type NewToken = {
  purpose: 'recovery' | 'reauthentication' | 'enrolment'
  /** The session that requested it, if it counts for that session alone. */
  sessionId?: string
  tokenHash: Buffer
  userId: string
  challenge: Challenge | null
  now: Date
  expiresAt: Date
}

/**
 * Stores a token, or extends the stored one to `expiresAt`. False, without a change, if that one was used or has
 * expired.
 */
export async function storeOneTimeToken(
  db: Db,
  { purpose, tokenHash, userId, sessionId, challenge, now, expiresAt }: NewToken,
): Promise<boolean> {
  const stored = await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      session_id: sessionId ?? null,
      purpose,
      code_challenge: challenge?.challenge ?? null,
      code_challenge_method: challenge?.method ?? null,
      created_at: now,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .column('token_hash')
        .doUpdateSet({ expires_at: expiresAt })
        .where('one_time_tokens.expires_at', '>', now),
    )
    .returning('token_hash')
    .executeTakeFirst()
  return stored !== undefined
}

/**
 * Records that a token's owner signs in. Locks the owner: using another of their tokens, or changing their password,
 * waits for this transaction.
 */
export const noteTokenSignIn = (db: Db, { tokenHash, now }: { tokenHash: Buffer; now: Date }) =>
  db
    .updateTable('users')
    .set({ last_sign_in_at: now })
    .where('id', '=', (query) =>
      query
        .selectFrom('one_time_tokens')
        .select('user_id')
        .where('token_hash', '=', tokenHash)
        .where('purpose', '=', 'recovery'),
    )
    .returning(['id', 'email'])
    .executeTakeFirst()

/** A mailed code: its hash, and the session that requested it. */
type Nonce = { tokenHash: Buffer; sessionId: string; now: Date }

/** Counts an attempt at the mailed codes of a session, five each; true if this one still counts. */
export async function countTry(db: Db, { tokenHash, sessionId, now }: Nonce): Promise<boolean> {
  const tried = await db
    .updateTable('one_time_tokens')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('session_id', '=', sessionId)
    .where('purpose', '=', 'reauthentication')
    .where('expires_at', '>', now)
    .where('tries', '<', 5)
    .returning('token_hash')
    .execute()
  return tried.some(({ token_hash }) => token_hash.equals(tokenHash))
}

/** Uses up a mailed code; false if it was used or has expired. */
export async function spendNonce(db: Db, { tokenHash, sessionId, now }: Nonce): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_time_tokens')
    .set((column) => ({ expires_at: column.ref('created_at') }))
    .where('token_hash', '=', tokenHash)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends the codes that the operator's command has printed for an account earlier. */
export const endEnrolmentCodes = (db: Db, userId: string) =>
  db.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('purpose', '=', 'enrolment').execute()

/** Uses up a code that the operator's command has printed; false if there is none. */
export async function takeEnrolmentToken(
  db: Db,
  { tokenHash, userId, now }: { tokenHash: Buffer; userId: string; now: Date },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('purpose', '=', 'enrolment')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** True while this session's mailed code is unused and has not expired. */
export async function isLivingNonce(db: Db, { tokenHash, sessionId, now }: Nonce): Promise<boolean> {
  const nonce = await db
    .selectFrom('one_time_tokens')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('session_id', '=', sessionId)
    .where('purpose', '=', 'reauthentication')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return nonce !== undefined
}

/** True while a mailed link is unused and has not expired. */
export async function isLivingLink(
  db: Db,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const link = await db
    .selectFrom('one_time_tokens')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'recovery')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link !== undefined
}

/** A token. Read it under its owner's lock. */
export const readOneTimeToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('one_time_tokens')
    .select(['code_challenge', 'code_challenge_method', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/**
 * Marks the address as proven and removes the password set before; false, without a change, if it was proven already.
 */
export async function markAddressProven(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const marked = await db
    .updateTable('users')
    .set({ email_verified_at: now, password_hash: null, updated_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Unlinks a person's identities at providers, except one. */
export const deleteOtherIdentities = (
  db: Db,
  { userId, by }: { userId: string; by: { provider: string; subject: string } | undefined },
) =>
  db
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', '<>', 'email')
    .$if(by !== undefined, (q) =>
      q.where((is) =>
        is.not(is.and([is('provider', '=', by?.provider ?? ''), is('provider_id', '=', by?.subject ?? '')])),
      ),
    )
    .execute()

/** Settles all identities that an account has at the first proof of its address. */
export const settleIdentities = (db: Db, userId: string) =>
  db.updateTable('identities').set({ settles_at: sql`now()` }).where('user_id', '=', userId).execute()

/**
 * Ends every unused mailed link and code of a person. Call it before ending their sessions: it waits for a code that is
 * being exchanged, whose session is then ended too. The links' rows stay for a while, so that a mail that is sent a
 * second time does not make one valid again; by then they have expired by every node's clock.
 */
export async function endFlowsOf(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('one_time_tokens')
    .set((column) => ({ expires_at: column.ref('created_at') }))
    .where('user_id', '=', userId)
    .whereRef('expires_at', '>', 'created_at')
    .execute()
  await db.deleteFrom('auth_codes').where('user_id', '=', userId).execute()
}
