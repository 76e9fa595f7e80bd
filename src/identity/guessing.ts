import type { RateLimiter } from '../platform/limits/rate-limit.ts'
import { AuthError } from './errors.ts'

/** A count of failures, and its key. */
export type Count = readonly [limiter: RateLimiter, key: string]

type Guess<T> = {
  /** The counts of a failure, in this order: if one refuses, the next ones do not count. */
  counts: readonly Count[]
  /** The error code of a wrong guess. */
  wrong: string
  check: () => Promise<T>
  /** Called with how many were wrong so far, by each count. */
  onWrong?: (counted: number[]) => Promise<void>
}

/**
 * Runs a check of a secret that could be guessed, unless too many guesses were wrong: then it throws `rate_limited`,
 * even for a right one, since guessing could go on otherwise. Everything but a wrong guess is uncounted again.
 */
export async function guess<T>({ counts, wrong, check, onWrong }: Guess<T>): Promise<T> {
  // Counted before the check, so that simultaneous guesses are counted too.
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
