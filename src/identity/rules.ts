import { dayMs, hourMs, minuteMs } from '../shared/time.ts'

/** The grace for two tabs that refresh at once, or for a client whose answer was lost. */
export const graceMs = 10_000

/** A refresh token as the database knows it. `childReplacedAt` is when its child was used, if it was. */
type TokenState = { replacedAt: Date | null; childReplacedAt: Date | null }

/** `rotate`: make the child. `repeat`: return the active token once more. `reuse`: end the session. */
type RefreshVerdict = 'rotate' | 'repeat' | 'reuse'

/**
 * The decision about a presented refresh token. A used one is answered again until its child has been used, plus 10 s;
 * after that two parties are using the session. (Without a limit both could go on for ever.)
 */
export function judgeRefresh({ replacedAt, childReplacedAt }: TokenState, now: Date): RefreshVerdict {
  if (replacedAt === null) return 'rotate'
  if (childReplacedAt === null) return 'repeat'
  return now.getTime() - childReplacedAt.getTime() <= graceMs ? 'repeat' : 'reuse'
}

// With less left than this a client would renew its access token again and again.
const minLeftMs = 2 * minuteMs

/** The facts that decide whether a session may be renewed. */
type SessionState = { createdAt: Date; refreshedAt: Date; isAdmin: boolean }

/** When a session ends for good, however often it is renewed. */
export const endOfSession = (createdAt: Date, { days }: { days: number }): Date =>
  new Date(createdAt.getTime() + days * dayMs)

/** Why a session has ended: `expired`, or `idle` for an admin's that was not used; null while it goes on. */
export function judgeAge(
  session: SessionState,
  life: { days: number; adminIdleHours: number },
  now: Date,
): 'expired' | 'idle' | null {
  if (endOfSession(session.createdAt, life).getTime() - now.getTime() < minLeftMs) return 'expired'
  const idleMs = now.getTime() - session.refreshedAt.getTime()
  return session.isAdmin && idleMs > life.adminIdleHours * hourMs ? 'idle' : null
}

/** The challenge by which a client can prove later that the answer is its own (PKCE, RFC 7636). */
export type Challenge = { challenge: string; method: 's256' | 'plain' }

type ChallengeParts = { code_challenge?: string | null; code_challenge_method?: string | null }

/** A challenge as it was sent or stored, if there is one; `plain` if no method is named (RFC 7636, section 4.3). */
export const challengeOf = ({ code_challenge, code_challenge_method }: ChallengeParts): Challenge | null =>
  code_challenge
    ? { challenge: code_challenge, method: (code_challenge_method ?? 'plain') as Challenge['method'] }
    : null

type Metadata = Record<string, unknown>

/** Metadata with changes applied: other members stay, and null removes one. */
export const mergedMetadata = (stored: Metadata, changes: Metadata): Metadata =>
  Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null))
