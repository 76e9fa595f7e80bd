import type { RateLimiter } from '../platform/limits/rate-limit.ts'
import { AuthError } from './errors.ts'

/** A count of failures, and whose it is. */
export type Count = readonly [limiter: RateLimiter, key: string]

type Guess<T> = {
  /** What the failure counts for, in this order: what one refuses does not count for the next. */
  counts: readonly Count[]
  /** The code of a failure that is a wrong guess. */
  wrong: string
  check: () => Promise<T>
  /** Gets how many were wrong so far, by each count. */
  onWrong?: (counted: number[]) => Promise<void>
}

/**
 * Runs a check of what somebody could guess, unless too many were wrong: throws `rate_limited` then, also for what is
 * right, or guessing could go on. Anything but a wrong guess is taken back.
 */
export async function guess<T>({ counts, wrong, check, onWrong }: Guess<T>): Promise<T> {
  // Counted before, so that guesses made at once are counted too.
  const counted: number[] = []
  for (const [limiter, key] of counts) counted.push(await limiter.take(key))
  const forgive = async () => {
    for (const [limiter, key] of counts) await limiter.giveBack(key)
  }
  const result = await check().catch(async (error: unknown) => {
    if (error instanceof AuthError && error.code === wrong) await onWrong?.(counted)
    else await forgive()
    throw error
  })
  await forgive()
  return result
}
