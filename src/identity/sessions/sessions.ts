import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { judgeRefresh } from '../rules.ts'
import {
  endSessions,
  insertRefreshToken,
  insertSession,
  lockSessionOfToken,
  readActiveTokenHash,
  readRefreshToken,
  replaceRefreshToken,
  type SessionMethod,
} from './sql.ts'

/** What is known of the device that signs in, and of where it is. */
export type Device = {
  userAgent: string | null
  /** Where the call came from; absent for one from within the program. */
  address?: string
}

/** What a session's holder gets: who it is for, since when, and the active refresh token. */
export type OpenSession = {
  id: string
  userId: string
  signedInAt: Date
  method: SessionMethod
  refreshToken: string
}

/** What became of a presented refresh token. */
type Renewal =
  | { outcome: 'renewed'; session: OpenSession }
  | { outcome: 'not_found' }
  | { outcome: 'session_ended' }
  | { outcome: 'reuse' }

/**
 * Starts a session with its first refresh token. One begun by a followed mail may set a password without the old one.
 * Runs in the caller's transaction.
 */
export async function startSession(
  { db, clock }: Context,
  { userId, method, device }: { userId: string; method: SessionMethod; device: Device },
): Promise<OpenSession> {
  const now = clock()
  const refreshToken = newRefreshToken()
  const id = await insertSession(db, { userId, method, userAgent: device.userAgent, now })
  await insertRefreshToken(db, { sessionId: id, hash: hashOfToken(refreshToken), parentId: null, now })
  return { id, userId, signedInAt: now, method, refreshToken }
}

/**
 * Takes a refresh token in exchange for the active one, or ends the session that it shows to be shared. Runs in
 * the caller's transaction, which must commit whatever the outcome. Calls with tokens of one session take turns.
 */
export async function renewSession({ db, clock }: Context, secret: Buffer, token: string): Promise<Renewal> {
  const now = clock()
  const tokenHash = hashOfToken(token)
  const session = await lockSessionOfToken(db, tokenHash)
  if (!session) return { outcome: 'not_found' }
  if (session.ended_at) return { outcome: 'session_ended' }

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
      signedInAt: session.created_at,
      method: session.method as SessionMethod,
      refreshToken,
    },
  })

  if (verdict === 'rotate') {
    const child = childOf(secret, token)
    await replaceRefreshToken(db, {
      sessionId: session.id,
      parentId: stored.id,
      childHash: hashOfToken(child),
      now,
    })
    return renewed(child)
  }
  if (verdict === 'repeat') {
    const active = descendantWithHash(secret, token, await readActiveTokenHash(db, session.id))
    if (active) return renewed(active)
  }
  await endSessions(db, { userId: session.user_id, only: session.id }, { reason: 'reuse_detected', now })
  return { outcome: 'reuse' }
}

// In the grace of 10 s a chain can hardly grow longer than this; beyond it the token counts as reused.
const maxSteps = 1_000

const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The token that follows `parent`. Derived and not drawn, so that a parent can be answered with the same child
 * again although only hashes are stored.
 */
const childOf = (secret: Buffer, parent: string): string =>
  createHmac('sha256', secret).update(parent).digest('base64url')

/** The descendant of `token` whose hash is `hash`; null when there is none near. */
function descendantWithHash(secret: Buffer, token: string, hash: Buffer): string | null {
  let descendant = token
  for (let step = 0; step < maxSteps; step += 1) {
    descendant = childOf(secret, descendant)
    if (hashOfToken(descendant).equals(hash)) return descendant
  }
  return null
}
