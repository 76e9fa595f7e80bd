import type pg from 'pg'
import type { Context } from '../platform/context.ts'
import { AppError } from '../shared/errors.ts'
import { mailsTooOften } from './failures.ts'
import { createCounting, type Place } from './limits-counting.ts'
import { createGuessLimit } from './limits-guesses.ts'

const minute = 60
const hour = 60 * minute

/** How often an address and an account may try; see `createCounting` for how an address counts. */
export function createLimits(pool: pg.Pool, secret: Buffer) {
  const counting = createCounting(pool, secret)
  const { limit, keyOf, takeHere } = counting
  const guess = createGuessLimit(counting)
  const signUps = limit('sign_up', 60, hour)
  const signIns = limit('sign_in', 100, 10 * minute)
  const providerSignIns = limit('provider_sign_in', 100, 10 * minute)
  const refreshesHere = limit('refresh_here', 600, 10 * minute)
  const refreshes = limit('refresh', 600, 10 * minute)
  const recoveriesHere = limit('recovery_here', 30, hour)
  const recoveryGap = limit('recovery_gap', 1, minute)
  const recoveries = limit('recovery', 6, hour)

  return {
    /** Counts a sign-up. Throws `rate_limited`. */
    signUp: (from: Place): Promise<void> => takeHere(signUps, from),

    /** Counts a person sent to a provider. Throws `rate_limited`. */
    providerSignIn: (from: Place): Promise<void> => takeHere(providerSignIns, from),

    /**
     * Runs `check`, which throws `invalid_credentials` for a wrong password, unless too many were wrong: throws
     * `rate_limited` then. `email` is the address that was given, in lower case.
     */
    async signIn<T>(
      context: Context,
      attempt: { email: string; from: Place },
      check: () => Promise<T>,
    ): Promise<T> {
      await takeHere(signIns, attempt.from)
      return guess(context, attempt, check)
    },

    /**
     * Counts a refresh, of a session when it is known. Throws `unavailable`: the client waits and tries again, where
     * any answer below 500 would make it drop the session.
     */
    async refresh(sessionId: string | undefined, from: Place): Promise<void> {
      try {
        await takeHere(refreshesHere, from)
        if (sessionId) await refreshes.take(keyOf(sessionId))
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'rate_limited')) throw error
        throw new AppError('unavailable', error.message, error.details)
      }
    },

    /**
     * Counts a mail asked for at `email`, whoever has it: one a minute and six an hour. Throws
     * `over_email_send_rate_limit`, and `rate_limited` when too many are asked for from one address.
     */
    async recovery(email: string, from: Place): Promise<void> {
      await takeHere(recoveriesHere, from)
      try {
        await recoveryGap.take(keyOf(email))
        await recoveries.take(keyOf(email))
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'rate_limited')) throw error
        throw mailsTooOften(Number(error.details?.retry_after))
      }
    },
  }
}
