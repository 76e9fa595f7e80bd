import { type Kysely, sql } from 'kysely'
import type { Means } from '../../platform/context.ts'
import { prepared } from '../../platform/database/lending.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Challenge } from '../rules.ts'
import type { Proof, SessionMethod, ShownStep } from './assurance-rules.ts'
import { hasSettledStep, isSettled, isStep } from './proof-sql.ts'

/** Why a user is suspended, or null. */
export const readSuspension = async (db: Db, userId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('users')
      .where('id', '=', userId)
      .select('suspended_reason')
      .modifyEnd(prepared)
      .executeTakeFirst()
  )?.suspended_reason ?? null

/** The one read of every authenticated call: the session by its key, with its user's role and second step. */
export const readPrincipal = (db: Db, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(({ exists, selectFrom }) => [
      'sessions.user_id',
      'sessions.ended_at',
      'sessions.aal',
      'sessions.proof_at',
      'sessions.proof_by',
      'sessions.step_at',
      'users.role',
      'users.email_verified_at',
      'users.steps_drop_at',
      'users.suspended_reason',
      exists(
        selectFrom('factors')
          .select('factors.id')
          .whereRef('factors.user_id', '=', 'sessions.user_id')
          .where('factors.type', '=', 'totp')
          .where('factors.verified_at', 'is not', null),
      )
        .$castTo<boolean>()
        .as('has_factor'),
      hasSettledStep(sql.ref('sessions.user_id')).as('asks_step'),
    ])
    .where('sessions.id', '=', sessionId)
    .modifyEnd(prepared)
    .executeTakeFirst()

/** The proof that the beginning of a session gives, by its method. */
const meansOf: Record<SessionMethod, Means> = {
  password: 'password',
  recovery: 'mailed_link',
  oauth: 'provider',
  webauthn: 'passkey',
}

/** Adds a session with its first refresh token and returns its id. */
export async function insertSession(
  db: Db,
  session: {
    userId: string
    method: SessionMethod
    /** The passkey that signed in. */
    passkeyId: string | null
    proof: Proof
    userAgent: string | null
    tokenHash: Buffer
    now: Date
  },
): Promise<string> {
  const means = meansOf[session.method]
  const settled = isSettled({ means, userId: session.userId, meansId: session.passkeyId })
  const { session_id } = await db
    .with('session', (query) =>
      query
        .insertInto('sessions')
        .values({
          user_id: session.userId,
          method: session.method,
          ...columnsOf(session.proof),
          proof_at: sql`case when ${settled} then ${session.now}::timestamptz end`,
          proof_by: sql`case when ${settled} then ${means} end`,
          step_at: sql`case when ${settled} and ${isStep(means)} then ${session.now}::timestamptz end`,
          may_set_password: session.method === 'recovery',
          user_agent: session.userAgent,
          created_at: session.now,
          refreshed_at: session.now,
        })
        .returning('id'),
    )
    .insertInto('refresh_tokens')
    .values(({ selectFrom }) => ({
      session_id: selectFrom('session').select('session.id'),
      token_hash: session.tokenHash,
      parent_id: null,
      created_at: session.now,
    }))
    .returning('session_id')
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow()
  return session_id
}

/** The id of a token's session. */
export async function readSessionOfToken(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const token = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', tokenHash)
    .modifyEnd(prepared)
    .executeTakeFirst()
  return token?.session_id
}

/** A token's session, locked: other refreshes and its end wait for this transaction. */
export const lockSessionOfToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('sessions')
    .select([
      'id',
      'user_id',
      'method',
      'aal',
      'amr',
      'created_at',
      'refreshed_at',
      'ended_at',
      'ended_reason',
    ])
    .select((eb) =>
      eb.selectFrom('users').select('role').whereRef('users.id', '=', 'sessions.user_id').as('role'),
    )
    .where('id', '=', (query) =>
      query.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', tokenHash),
    )
    .forNoKeyUpdate()
    .modifyEnd(prepared)
    .executeTakeFirst()

/** A token and when its child was used. Read it under the session's lock. */
export const readRefreshToken = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('refresh_tokens as token')
    .leftJoin('refresh_tokens as child', 'child.parent_id', 'token.id')
    .select(['token.id', 'token.replaced_at', 'child.replaced_at as child_replaced_at'])
    .where('token.token_hash', '=', tokenHash)
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow()

/** The active token of a session. Read it under the session's lock. */
export const readActiveToken = (db: Db, sessionId: string) =>
  db
    .selectFrom('refresh_tokens')
    .select(['id', 'token_hash', 'created_at'])
    .where('session_id', '=', sessionId)
    .where('replaced_at', 'is', null)
    .executeTakeFirstOrThrow()

/** A session by its id, locked. */
export const lockSession = (db: Db, sessionId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'method', 'aal', 'amr', 'created_at', 'ended_at'])
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Stores what a session's person has just shown. */
export const setProof = (db: Db, { sessionId, proof }: { sessionId: string; proof: Proof }) =>
  db.updateTable('sessions').set(columnsOf(proof)).where('id', '=', sessionId).execute()

const columnsOf = ({ level, steps }: Proof) => ({ aal: level, amr: JSON.stringify(steps) })

/** How a session's person was recognised, from its row. */
export const proofOf = (row: { aal: string; amr: unknown }): Proof => ({
  level: row.aal === 'aal2' ? 'aal2' : 'aal1',
  steps: row.amr as ShownStep[],
})

/** Makes `childHash` the session's active token instead of token `parentId`, of the same session. */
export const replaceRefreshToken = (
  db: Db,
  { parentId, childHash, now }: { parentId: number; childHash: Buffer; now: Date },
) =>
  db
    .with('parent', (query) =>
      query
        .updateTable('refresh_tokens')
        .set({ replaced_at: now })
        .where('id', '=', parentId)
        .returning(['id', 'session_id']),
    )
    // Reads the parent, so that the child is added after the parent is no longer active.
    .with('child', (query) =>
      query
        .insertInto('refresh_tokens')
        .values(({ selectFrom }) => ({
          session_id: selectFrom('parent').select('parent.session_id'),
          token_hash: childHash,
          parent_id: selectFrom('parent').select('parent.id'),
          created_at: now,
        }))
        .returning('session_id'),
    )
    .updateTable('sessions')
    .set({ refreshed_at: now })
    .where('id', '=', ({ selectFrom }) => selectFrom('child').select('child.session_id'))
    .modifyEnd(prepared)
    .execute()

/** Why a session ended; `removed`: by its owner, in the list of sessions; `unused`: after half a year without use. */
export type EndReason =
  | 'signed_out'
  | 'reuse_detected'
  | 'password_changed'
  | 'address_proven'
  | 'removed'
  | 'factor_verified'
  | 'expired'
  | 'idle'
  | 'unused'
  | 'ended_by_admin'
  | 'suspended'
  | 'taken_back'

/** Which of a user's sessions: all, one, or all but one; with `level`, only those of that level. */
type SessionChoice = { userId: string; only?: string; except?: string; level?: Proof['level'] }

/**
 * Ends the chosen living sessions and returns how many. They are locked in the order of their keys, so two calls never
 * deadlock.
 */
export async function endSessions(
  db: Db,
  { userId, only, except, level }: SessionChoice,
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
        .$if(level !== undefined, (q) => q.where('aal', '=', level as string))
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('sessions')
    .set({ ended_at: now, ended_reason: reason })
    .where('id', 'in', (query) => query.selectFrom('chosen').select('id'))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Lowers the sessions that factors raised, once a person has no factor: a later factor has to be shown again. Sessions
 * begun with a passkey stay as they are.
 */
export const lowerSessions = (db: Db, userId: string) =>
  db
    .updateTable('sessions')
    .set({
      aal: 'aal1',
      amr: sql`(select jsonb_agg(step) from jsonb_array_elements(amr) as step where step->>'method' = method)`,
    })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('method', '!=', 'webauthn')
    .where('aal', '=', 'aal2')
    .execute()

/** A user's living sessions, the last used first, at most `limit`. */
export const readLivingSessions = (db: Kysely<DB>, userId: string, limit: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'refreshed_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

type Db = Kysely<DB>

export const insertAuthCode = (
  db: Db,
  code: {
    codeHash: Buffer
    userId: string
    method: 'recovery' | 'oauth'
    challenge: Challenge
    now: Date
    expiresAt: Date
  },
) =>
  db
    .insertInto('auth_codes')
    .values({
      code_hash: code.codeHash,
      user_id: code.userId,
      method: code.method,
      code_challenge: code.challenge.challenge,
      code_challenge_method: code.challenge.method,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()

/** A code, locked: of two simultaneous exchanges, the second finds it gone. */
export const lockAuthCode = (db: Db, codeHash: Buffer) =>
  db
    .selectFrom('auth_codes')
    .select(['user_id', 'method', 'code_challenge', 'code_challenge_method', 'expires_at'])
    .where('code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst()

export const deleteAuthCode = (db: Db, codeHash: Buffer) =>
  db.deleteFrom('auth_codes').where('code_hash', '=', codeHash).execute()
