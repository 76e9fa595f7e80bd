import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { addressPrefix } from '../platform/address-prefix.ts'
import type { Context } from '../platform/context.ts'
import { createRateLimiter, isNoted, noteKey, type RateLimiter } from '../platform/rate-limit.ts'
import { AppError, tooBusy } from '../shared/errors.ts'
import { dayMs } from '../shared/time.ts'
import { AuthFailure, mailsTooOften } from './failures.ts'
import type { Device } from './sessions/sessions.ts'

const minute = 60
const hour = 60 * minute

/** How often an address and an account may try; see `createCounting` for how an address counts. */
export function createLimits(pool: pg.Pool, secret: Buffer) {
  const counting = createCounting(pool, secret)
  const { limit, keyOf, takeHere } = counting
  const guess = createGuessLimit(counting, {
    name: 'sign_in',
    familiar: 'familiar',
    here: [10, 15 * minute],
    everywhere: [100, hour],
    of: 'wrong passwords',
    isWrong: (code) => code === 'invalid_credentials',
  })
  const isWrong = (code: string) => code === 'mfa_verification_failed'
  const guessCode = createGuessLimit(counting, {
    name: 'second_step',
    familiar: 'familiar_step',
    here: [10, 15 * minute],
    everywhere: [30, hour],
    of: 'wrong codes',
    isWrong,
  })
  // A code of an app is right by chance three times in a million, so guessing must not go on for months.
  const guessAllDay = createGuessLimit(counting, {
    name: 'app_code_day',
    familiar: 'familiar_app',
    here: [50, 24 * hour],
    everywhere: [50, 24 * hour],
    of: 'wrong codes',
    isWrong,
  })
  const factorCalls = limit('factor_call', 60, 10 * minute, 'codes and apps that were asked for')
  const signUps = limit('sign_up', 60, hour, 'sign-ups from your network')
  const signIns = limit('sign_in', 100, 10 * minute, 'sign-ins from your network')
  const providerSignIns = limit('provider_sign_in', 100, 10 * minute, 'sign-ins from your network')
  const refreshesHere = limit('refresh_here', 600, 10 * minute, 'renewals of sessions from your network')
  const refreshes = limit('refresh', 600, 10 * minute, 'renewals of this session')
  const passwordChangesHere = limit(
    'password_change_here',
    60,
    hour,
    'changes of passwords from your network',
  )
  const passwordChanges = limit('password_change', 20, hour, 'changes of your password')
  const addressChangesHere = limit(
    'change_address_here',
    60,
    hour,
    'changes of e-mail addresses from your network',
  )
  const addressChanges = limit('change_address', 20, hour, 'changes of your e-mail address')
  const passkeyQuestionsHere = limit(
    'passkey_question_here',
    300,
    10 * minute,
    'visits of the sign-in page from your network',
  )
  const passkeySignInsHere = limit('passkey_sign_in_here', 100, 10 * minute, 'sign-ins from your network')
  const passkeysHere = limit('passkey_here', 60, hour, 'new passkeys from your network')
  const passkeys = limit('passkey', 10, hour, 'new passkeys')
  const nonces = limit('nonce', 5, 15 * minute, 'codes')
  const linkChecksHere = limit('link_check_here', 100, 10 * minute, 'links from your network')
  const recoveriesHere = limit('recovery_here', 30, hour, 'mails that were asked for from your network')
  const recoveryGap = limit('recovery_gap', 1, minute, 'mails to this address')
  const recoveries = limit('recovery', 6, hour, 'mails to this address')

  return {
    /** Counts a sign-up. Throws `rate_limited`. */
    signUp: (from: Place): Promise<void> => takeHere(signUps, from),

    /** Counts a question whether a mailed link works. Throws `rate_limited`. */
    linkCheck: (from: Place): Promise<void> => takeHere(linkChecksHere, from),

    /** Counts a person sent to a provider. Throws `rate_limited`. */
    providerSignIn: (from: Place): Promise<void> => takeHere(providerSignIns, from),

    /**
     * Runs `check`, which throws `invalid_credentials` for a wrong password, unless too many were wrong: throws
     * `rate_limited` then. `email` is the given address, in lower case.
     */
    async signIn<T>(
      context: Context,
      attempt: { email: string; from: Place },
      check: () => Promise<T>,
    ): Promise<T> {
      await takeHere(signIns, attempt.from)
      return guess(context, { account: attempt.email, from: attempt.from }, check)
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
        throw tooBusy(error.message, error.details)
      }
    },

    /** Counts a code that is asked for, or an app that is being set up. Throws `rate_limited`. */
    factorCall: (userId: string): Promise<number> => factorCalls.take(keyOf(userId)),

    /** Runs `check` of a second step, unless too many were wrong for this factor: throws `rate_limited` then. */
    secondStep: <T>(
      context: Context,
      { factor, from }: { factor: string; from: Place },
      check: () => Promise<T>,
    ): Promise<T> => guessCode(context, { account: factor, from }, check),

    /**
     * The same for a code of an app, of which a limited number may be wrong in a day for all the apps of an account.
     * `onWrong` gets how many of that
     * day were wrong so far.
     */
    appCode: <T>(
      context: Context,
      {
        userId,
        factor,
        from,
        onWrong,
      }: { userId: string; factor: string; from: Place; onWrong: (count: number) => Promise<void> },
      check: () => Promise<T>,
    ): Promise<T> =>
      guessAllDay(context, { account: userId, from, onWrong }, () =>
        guessCode(context, { account: factor, from }, check),
      ),

    /** Counts a nonce that is given in a session. Throws `rate_limited`. */
    nonce: (sessionId: string): Promise<number> => nonces.take(keyOf(sessionId)),

    /** Counts a password that somebody sets, before the work that this takes. Throws `rate_limited`. */
    async passwordChange(userId: string, from: Place): Promise<void> {
      await takeHere(passwordChangesHere, from)
      await passwordChanges.take(keyOf(userId))
    },

    /**
     * Counts an attempt to change the e-mail address, whoever has the new one. The answer does not reveal whether it
     * has an
     * account, and its time could be measured only a few times. Throws `rate_limited`.
     */
    async addressChange(userId: string, from: Place): Promise<void> {
      await takeHere(addressChangesHere, from)
      await addressChanges.take(keyOf(userId))
    },

    /**
     * Counts a challenge for a sign-in with a passkey; every visit of the sign-in page asks for one. Throws
     * `rate_limited`.
     */
    passkeyQuestion: (from: Place): Promise<void> => takeHere(passkeyQuestionsHere, from),

    /** Counts a sign-in with a passkey. Throws `rate_limited`. */
    passkeySignIn: (from: Place): Promise<void> => takeHere(passkeySignInsHere, from),

    /** Counts a passkey that somebody begins to add, which ends in a mail. Throws `rate_limited`. */
    async passkeyRegistration(userId: string, from: Place): Promise<void> {
      await takeHere(passkeysHere, from)
      await passkeys.take(keyOf(userId))
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

const familiarMs = 90 * dayMs

/**
 * What is guessed: how many failures in how many seconds, from one client (browser and address) and from all; `of` names
 * them, and `isWrong` says whether an error code is one.
 */
type Guessed = {
  name: string
  familiar: string
  here: [number, number]
  everywhere: [number, number]
  of: string
  isWrong: (code: string) => boolean
}

/** Whose secret is tried, from where; `onWrong` gets how many tries were wrong so far. */
type Attempt = { account: string; from: Place; onWrong?: (count: number) => Promise<void> }

/**
 * Limits guesses at a password or a code: one limit of failures for an account at one address, and a larger one for the
 * account from all addresses. Beyond it the right password is refused too, or guessing could go on. With that alone
 * somebody with many addresses could lock an owner out. So the second limit does not hold where somebody has signed in
 * to the account within 90 days: there the owner gets in while others guess, and anywhere by a mailed link. An
 * address without an account is counted the same.
 */
function createGuessLimit(
  { limit, keyOf, keyHere }: Counting,
  { name, familiar, here, everywhere, of, isWrong }: Guessed,
) {
  const failuresHere = limit(`${name}_failure_here`, ...here, of)
  const failures = limit(`${name}_failure`, ...everywhere, of)
  const familiarKey = (client: string) => `${familiar}:${client}`

  /** Counts a failure, and returns how many there are now and how to take that back. */
  async function count({ db, clock }: Context, account: string, client: string) {
    const failedHere = await failuresHere.take(client)
    const isCountedEverywhere = !(await isNoted(db, familiarKey(client), clock()))
    const failed = isCountedEverywhere ? await failures.take(account) : failedHere
    const forgive = async () => {
      await failuresHere.giveBack(client)
      if (isCountedEverywhere) await failures.giveBack(account)
    }
    return { failed, forgive }
  }

  return async <T>(
    context: Context,
    { account, from, onWrong }: Attempt,
    check: () => Promise<T>,
  ): Promise<T> => {
    const client = keyHere(account, from)
    // Counted before, so that guesses made at once are counted too.
    const { failed, forgive } = await count(context, keyOf(account), client)
    const result = await check().catch(async (error: unknown) => {
      if (!(error instanceof AuthFailure && isWrong(error.code))) await forgive()
      else await onWrong?.(failed)
      throw error
    })
    await forgive()
    await noteKey(context.db, familiarKey(client), new Date(context.clock().getTime() + familiarMs))
    return result
  }
}

/** Where a call came from. */
type Place = Pick<Device, 'address'>

type Counting = ReturnType<typeof createCounting>

/** How limits of identity count: by keys made with `secret`, so that the table does not reveal who tried. */
function createCounting(pool: pg.Pool, secret: Buffer) {
  const keyOf = (...parts: string[]) =>
    createHmac('sha256', secret).update(parts.join('\0')).digest('base64url')
  // The part that one household or company shares.
  const prefixOf = ({ address }: Place) => (address ? addressPrefix(address) : '')

  return {
    limit: (name: string, points: number, seconds: number, of: string): RateLimiter =>
      createRateLimiter(pool, { name, points, seconds, of }),

    keyOf,

    /** The key of an account at an address; calls from within the program have one key. */
    keyHere: (account: string, from: Place) => keyOf(account, prefixOf(from)),

    /** Counts a call by its address alone; one from within the program has none and is not counted. */
    async takeHere(limiter: RateLimiter, from: Place): Promise<void> {
      if (from.address) await limiter.take(keyOf(prefixOf(from)))
    },
  }
}
