import type pg from 'pg'
import { createRateLimiter } from '../platform/rate-limit.ts'
import type { Passwords } from './passwords.ts'

/**
 * Tells whether someone who is signed in has given their own password; only wrong ones are counted. Outside of
 * transactions, since hashing has its queue. Throws `rate_limited` after too many wrong ones.
 */
export function createOwnPasswordCheck(pool: pg.Pool, passwords: Passwords) {
  // How often a person may get their own password wrong; then whoever holds their session has to wait.
  const attempts = createRateLimiter(pool, { name: 'own_password', points: 5, seconds: 15 * 60 })

  return async ({ userId, hash, password }: { userId: string; hash: string; password: string }) => {
    // Counted before, so that guesses made at once are counted too.
    await attempts.take(userId)
    if (!(await passwords.verify(hash, password))) return false
    await attempts.giveBack(userId)
    return true
  }
}
