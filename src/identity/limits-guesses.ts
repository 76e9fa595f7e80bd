import type { Context } from '../platform/context.ts'
import { AuthFailure } from './failures.ts'
import type { Counting, Place } from './limits-counting.ts'
import { isFamiliar, noteFamiliar } from './limits-sql.ts'

const familiarMs = 90 * 24 * 60 * 60 * 1_000

/**
 * Guessing a password: ten failures in a quarter of an hour for an account at one address, and a hundred in an hour
 * for an account wherever they come from; then the right password is refused too, or it could be guessed on. By that
 * alone somebody with many addresses could keep an owner out for as long as they like. So the second limit holds only
 * for places where nobody has signed in to the account within 90 days: at home the owner gets in while others guess,
 * and anywhere by a mailed link. An address without an account is counted the same.
 */
export function createGuessLimit({ limit, keyOf, keyHere }: Counting) {
  const failuresHere = limit('sign_in_failure_here', 10, 15 * 60)
  const failures = limit('sign_in_failure', 100, 60 * 60)

  /** Counts a failure, and returns how to take that back. */
  async function count({ db, clock }: Context, account: string, place: string) {
    await failuresHere.take(place)
    const isCountedEverywhere = !(await isFamiliar(db, place, clock()))
    if (isCountedEverywhere) await failures.take(account)
    return async () => {
      await failuresHere.giveBack(place)
      if (isCountedEverywhere) await failures.giveBack(account)
    }
  }

  return async <T>(
    context: Context,
    { email, from }: { email: string; from: Place },
    check: () => Promise<T>,
  ): Promise<T> => {
    const place = keyHere(email, from)
    // Counted before, so that guesses made at once are counted too.
    const forgive = await count(context, keyOf(email), place)
    const result = await check().catch(async (error: unknown) => {
      if (!isWrongPassword(error)) await forgive()
      throw error
    })
    await forgive()
    await noteFamiliar(context.db, place, new Date(context.clock().getTime() + familiarMs))
    return result
  }
}

const isWrongPassword = (error: unknown) =>
  error instanceof AuthFailure && error.code === 'invalid_credentials'
