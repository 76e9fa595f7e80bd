import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { SessionLife } from '../../platform/settings/read.ts'
import { authError } from '../errors.ts'
import type { Device } from '../familiar/device.ts'
import { graceMs, judgeAge, judgeRefresh } from '../rules.ts'
import {
  firstProof,
  type Proof,
  raisedProof,
  type SecondStep,
  type SessionMethod,
} from './assurance-rules.ts'
import { noteProof } from './proof-sql.ts'
import {
  endSessions,
  insertSession,
  lockSession,
  lockSessionOfToken,
  proofOf,
  readActiveToken,
  readRefreshToken,
  readSuspension,
  replaceRefreshToken,
  setProof,
} from './sql.ts'

/** What a session's person gets: their account, how they were recognised, and the active refresh token. */
export type OpenSession = {
  id: string
  userId: string
  /** How it was begun. */
  method: SessionMethod
  proof: Proof
  startedAt: Date
  refreshToken: string
}

/** The outcome of a presented refresh token. */
type Renewal =
  | { outcome: 'renewed'; session: OpenSession }
  | { outcome: 'not_found' }
  | { outcome: 'session_ended' }
  | { outcome: 'suspended'; reason: string }
  /** It has expired, or was `idle`: not used for too long. */
  | { outcome: 'expired' }
  | { outcome: 'idle' }
  | { outcome: 'reuse' }

/**
 * Starts a session with its first refresh token. One begun by a mailed link may set a password without the old one.
 * Runs in the transaction that recorded the account's sign-in or used one of its codes. A suspension waits for that
 * transaction, and then ends this session too. Throws `user_banned` for a suspended account: call it only once the
 * person has shown that it is theirs.
 */
export async function startSession(
  { db, clock }: Context,
  {
    userId,
    method,
    device,
    passkeyId = null,
  }: { userId: string; method: SessionMethod; device: Device; passkeyId?: string | null },
): Promise<OpenSession> {
  const suspension = await readSuspension(db, userId)
  if (suspension !== null) throw authError('user_banned', suspension)
  const now = clock()
  const refreshToken = newRefreshToken()
  const proof = firstProof(method, now)
  const tokenHash = hashOfToken(refreshToken)
  const { userAgent } = device
  const id = await insertSession(db, { userId, method, passkeyId, proof, userAgent, tokenHash, now })
  return { id, userId, method, proof, startedAt: now, refreshToken }
}

/**
 * Raises a session to `aal2`, or confirms it: its person has just shown a second step. They get a new refresh token,
 * since only the hash of their old one is known; the old one is answered for the grace of a refresh (see
 * `renewSession`). Throws `session_not_found` when it has ended. Runs in the caller's transaction.
 */
export async function raiseSession(
  { db, clock }: Context,
  { sessionId, step, factorId }: { sessionId: string; step: SecondStep; factorId: string },
): Promise<OpenSession> {
  const now = clock()
  const session = await lockSession(db, sessionId)
  if (!session || session.ended_at) throw authError('session_not_found')
  const proof = raisedProof(proofOf(session), step, now)
  await setProof(db, { sessionId, proof })
  const means = step === 'totp' ? 'app' : 'recovery_code'
  await noteProof(db, { userId: session.user_id, sessionId, means, meansId: factorId, now })
  const { id: parentId } = await readActiveToken(db, sessionId)
  const refreshToken = await replaceByNew(db, { parentId, now })
  const method = session.method as SessionMethod
  const { user_id: userId, created_at: startedAt } = session
  return { id: sessionId, userId, method, proof, startedAt, refreshToken }
}

async function replaceByNew(
  db: Context['db'],
  { parentId, now }: { parentId: number; now: Date },
): Promise<string> {
  const refreshToken = newRefreshToken()
  await replaceRefreshToken(db, { parentId, childHash: hashOfToken(refreshToken), now })
  return refreshToken
}

/**
 * Exchanges a refresh token for the active one, or ends the session if the token shows that two parties use it. Runs in
 * the caller's transaction, which must commit whatever the outcome. Calls with tokens of one session take turns.
 */
export async function renewSession(
  { db, clock }: Context,
  { secret, life }: { secret: Buffer; life: SessionLife },
  token: string,
): Promise<Renewal> {
  const now = clock()
  const tokenHash = hashOfToken(token)
  const session = await lockSessionOfToken(db, tokenHash)
  if (!session) return { outcome: 'not_found' }
  if (session.ended_at) {
    const reason = await readSuspension(db, session.user_id)
    if (reason !== null) return { outcome: 'suspended', reason }
    return { outcome: timedOutReason(session.ended_reason) ?? 'session_ended' }
  }
  const { created_at: createdAt, refreshed_at: refreshedAt, role } = session
  const over = judgeAge({ createdAt, refreshedAt, isAdmin: role === 'admin' }, life, now)
  if (over) {
    await endSessions(db, { userId: session.user_id, only: session.id }, { reason: over, now })
    return { outcome: over }
  }

  const stored = await readRefreshToken(db, tokenHash)
  const verdict = judgeRefresh(
    { replacedAt: stored.replaced_at, childReplacedAt: stored.child_replaced_at },
    now,
  )
  const renewed = (refreshToken: string): Renewal => ({
    outcome: 'renewed',
    session: {
      id: session.id,
      userId: session.user_id,
      method: session.method as SessionMethod,
      proof: proofOf(session),
      startedAt: createdAt,
      refreshToken,
    },
  })

  if (verdict === 'rotate') {
    const child = childOf(secret, token)
    await replaceRefreshToken(db, { parentId: stored.id, childHash: hashOfToken(child), now })
    return renewed(child)
  }
  if (verdict === 'repeat') {
    const active = await readActiveToken(db, session.id)
    const derived = descendantWithHash(secret, token, active.token_hash)
    if (derived) return renewed(derived)
    // Another tab showed the second step at the same moment: its new token is no longer known.
    if (now.getTime() - active.created_at.getTime() <= graceMs)
      return renewed(await replaceByNew(db, { parentId: active.id, now }))
  }
  await endSessions(db, { userId: session.user_id, only: session.id }, { reason: 'reuse_detected', now })
  return { outcome: 'reuse' }
}

const timedOutReason = (reason: string | null) => (reason === 'expired' || reason === 'idle' ? reason : null)

// Within the grace of 10 s a chain hardly grows longer than this; beyond it the token counts as reused.
const maxSteps = 1_000

const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The token that follows `parent`. It is derived, not random, so that a parent can be answered with the same child
 * again although only hashes are stored.
 */
const childOf = (secret: Buffer, parent: string): string =>
  createHmac('sha256', secret).update(parent).digest('base64url')

/** The descendant of `token` whose hash is `hash`; null if none is near. */
function descendantWithHash(secret: Buffer, token: string, hash: Buffer): string | null {
  let descendant = token
  for (let step = 0; step < maxSteps; step += 1) {
    descendant = childOf(secret, descendant)
    if (hashOfToken(descendant).equals(hash)) return descendant
  }
  return null
}
