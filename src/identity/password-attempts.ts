import type pg from 'pg'
import { createRateLimiter, type RateLimiter } from '../platform/rate-limit.ts'
import { verifyPassword } from './passwords.ts'

/** How often a person may get their own password wrong; then whoever holds their session has to wait. */
export const createPasswordAttempts = (pool: pg.Pool): RateLimiter =>
  createRateLimiter(pool, { name: 'own_password', points: 5, seconds: 15 * 60 })

/**
 * Whether someone who is signed in has given their own password; only wrong ones are counted. Outside of transactions,
 * since hashing has its queue. Throws `rate_limited` after too many wrong ones.
 */
export async function isOwnPassword(
  attempts: RateLimiter,
  { userId, hash, password }: { userId: string; hash: string; password: string },
): Promise<boolean> {
  // Counted before, so that guesses made at once are counted too.
  await attempts.take(userId)
  if (!(await verifyPassword(hash, password))) return false
  await attempts.giveBack(userId)
  return true
}
