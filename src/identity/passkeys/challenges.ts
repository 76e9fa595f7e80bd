import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { authError } from '../errors.ts'
import { hashOfToken } from '../sessions/sessions.ts'
import { challengeMs } from './rules.ts'
import { insertChallenge, takeChallenge } from './sql.ts'

/** A challenge as clients get it: its id, and when it ends, in seconds since 1970. */
type Question<Options> = { challenge_id: string; options: Options; expires_at: number }

/** Makes a challenge, for the session that adds a passkey or for a sign-in, and returns it with its options. */
export async function setChallenge<Options>(
  { db, clock }: Context,
  sessionId: string | null,
  ask: (challenge: string) => Options,
): Promise<Question<Options>> {
  const challenge = randomBytes(32).toString('base64url')
  const now = clock()
  const expiresAt = new Date(now.getTime() + challengeMs)
  const id = await insertChallenge(db, { challengeHash: hashOfToken(challenge), sessionId, now, expiresAt })
  return { challenge_id: id, options: ask(challenge), expires_at: Math.floor(expiresAt.getTime() / 1_000) }
}

/**
 * Uses up a challenge, whatever the outcome, and returns the hash by which it is recognised. Call it outside
 * transactions. Throws `webauthn_challenge_not_found`, the same for one of another session or purpose, or
 * `webauthn_challenge_expired`.
 */
export async function spendChallenge(
  { db, clock }: Context,
  asked: { id: string; sessionId: string | null },
): Promise<(challenge: string) => boolean> {
  const taken = await takeChallenge(db, asked)
  if (!taken) throw authError('webauthn_challenge_not_found')
  if (taken.expires_at <= clock()) throw authError('webauthn_challenge_expired')
  return (challenge) => timingSafeEqual(hashOfToken(challenge), taken.challenge_hash)
}
