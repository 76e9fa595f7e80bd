import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Context } from '../platform/context.ts'
import { type AddressLimiter, createAddressLimiter } from '../platform/limits/address-limit.ts'
import { createRateLimiter, type RateLimiter } from '../platform/rate-limit.ts'
import { AppError, tooBusy } from '../shared/errors.ts'
import { authError } from './errors.ts'
import type { FamiliarPlaces, KnownPlace, Place } from './familiar/places.ts'
import { type Count, guess } from './guessing.ts'

const minute = 60
const hour = 60 * minute

/** A try of a second step: whose it is, in which session, and where. */
type StepTry = { userId: string; sessionId: string; from: Place }

/** A wrong code: of an app or a recovery code, whether its place is familiar, and how many were wrong so far. */
export type WrongCode = { isApp: boolean; isFamiliar: boolean; count: number }

/**
 * How often an address and an account may try; see `createCounting` for how an address counts. Guesses at familiar
 * places count by place, all others also as a whole, so that nobody uses up an owner's tries from outside
 * (docs/decisions/0004-sessions.md#familiar-places).
 */
export function createLimits(pool: pg.Pool, secret: Buffer, places: FamiliarPlaces) {
  const { limit, limitHere, keyOf, takeHere } = createCounting(pool, secret)
  const quarter = 15 * minute
  const wrongPasswordsHere = limit('sign_in_failure_here', 10, quarter, 'wrong passwords')
  const wrongPasswords = limit('sign_in_failure', 100, hour, 'wrong passwords')
  const wrongCodesOfSession = limit('second_step_failure_session', 10, quarter, 'wrong codes')
  const wrongCodesHere = limit('second_step_failure_here', 10, quarter, 'wrong codes')
  const wrongCodesElsewhere = limit('second_step_failure', 30, hour, 'wrong codes')
  // A code of an app is right by chance three times in a million, so guessing must not go on for months.
  const wrongCodesOfDayHere = limit('app_code_day_failure_here', 50, 24 * hour, 'wrong codes')
  const wrongCodesOfDayElsewhere = limit('app_code_day_failure', 50, 24 * hour, 'wrong codes')
  const mailsOfGuesses = limit('second_step_mail', 1, 24 * hour, 'mails about wrong codes')
  const stepsHere = limitHere('second_step', 100, 10 * minute, 'codes from your network')
  const stepCallsOfSession = limit(
    'factor_call_session',
    60,
    10 * minute,
    'codes and apps that were asked for',
  )
  const stepCallsHere = limit('factor_call_here', 60, 10 * minute, 'codes and apps that were asked for')
  const signUps = limitHere('sign_up', 60, hour, 'sign-ups from your network')
  const signIns = limitHere('sign_in', 100, 10 * minute, 'sign-ins from your network')
  const signInsOfBrowser = limit('sign_in_browser', 100, 10 * minute, 'sign-ins from this browser')
  const providerSignIns = limitHere('provider_sign_in', 100, 10 * minute, 'sign-ins from your network')
  const refreshesHere = limitHere('refresh_here', 600, 10 * minute, 'renewals of sessions from your network')
  const refreshes = limit('refresh', 600, 10 * minute, 'renewals of this session')
  const passwordChangesHere = limitHere(
    'password_change_here',
    60,
    hour,
    'changes of passwords from your network',
  )
  const passwordChanges = limit('password_change', 20, hour, 'changes of your password')
  const addressChangesHere = limitHere(
    'change_address_here',
    60,
    hour,
    'changes of e-mail addresses from your network',
  )
  const addressChanges = limit('change_address', 20, hour, 'changes of your e-mail address')
  const passkeyQuestionsHere = limitHere(
    'passkey_question_here',
    300,
    10 * minute,
    'visits of the sign-in page from your network',
  )
  const passkeySignInsHere = limitHere('passkey_sign_in_here', 100, 10 * minute, 'sign-ins from your network')
  const passkeysHere = limitHere('passkey_here', 60, hour, 'new passkeys from your network')
  const passkeys = limit('passkey', 10, hour, 'new passkeys')
  const passkeyNames = limit('passkey_name', 20, hour, 'new names of passkeys')
  const nonces = limit('nonce', 5, 15 * minute, 'codes')
  const linkMails = limit('link_mail', 5, hour, 'codes for a provider')
  const linkChecksHere = limitHere('link_check_here', 100, 10 * minute, 'links from your network')
  const recoveriesHere = limitHere('recovery_here', 30, hour, 'mails that were asked for from your network')
  const recoveryGap = limit('recovery_gap', 1, minute, 'mails to this address')
  const recoveries = limit('recovery', 6, hour, 'mails to this address')

  const codeGap = limit('mailed_code_gap', 1, minute, 'codes by mail')
  const mailedCodes = limit('mailed_code', 6, hour, 'codes by mail')

  const countsOfApp = (userId: string, { key, isFamiliar }: KnownPlace): Count[] =>
    isFamiliar
      ? [[wrongCodesOfDayHere, keyOf(userId, key)]]
      : [
          [wrongCodesElsewhere, keyOf(userId)],
          [wrongCodesOfDayElsewhere, keyOf(userId)],
        ]

  return {
    /** Counts a sign-up. Throws `rate_limited`. */
    signUp: (from: Place): Promise<void> => takeHere(signUps, from),

    /** Counts a question whether a mailed link works. Throws `rate_limited`. */
    linkCheck: (from: Place): Promise<void> => takeHere(linkChecksHere, from),

    /** Counts a code mailed to an account that a provider's sign-in is to be linked to. Throws `rate_limited`. */
    linkMail: (userId: string): Promise<number> => linkMails.take(keyOf(userId)),

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
      const { email, from } = attempt
      const place = await places.find(context, { email }, from, 'aal1')
      await (place.isBrowser ? signInsOfBrowser.take(keyOf(place.key)) : takeHere(signIns, from))
      const counts: Count[] = [
        [wrongPasswordsHere, keyOf(email, place.key)],
        // At a familiar place by itself, so that the time of an answer does not tell that it is one.
        [wrongPasswords, place.isFamiliar ? keyOf(email, place.key) : keyOf(email)],
      ]
      return guess({ counts, wrong: 'invalid_credentials', check })
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
    async factorCall(context: Context, { userId, sessionId, from }: StepTry): Promise<void> {
      await stepCallsOfSession.take(keyOf(sessionId))
      const place = await places.find(context, { userId }, from, 'aal2')
      await stepCallsHere.take(keyOf(userId, place.key))
    },

    /**
     * Runs `check` of a second step, unless too many were wrong: throws `rate_limited` then. Codes of an app that is set
     * up (`isApp`) can be guessed, so they also count by the day, and from unfamiliar places as a whole. What is wrong is
     * told to `onWrong`.
     */
    async secondStep<T>(
      context: Context,
      {
        isApp,
        onWrong,
        ...tried
      }: StepTry & { isApp: boolean; onWrong: (wrong: WrongCode) => Promise<void> },
      check: () => Promise<T>,
    ): Promise<T> {
      const { userId, sessionId, from } = tried
      const place = await places.find(context, { userId }, from, 'aal2')
      if (!place.isFamiliar) await takeHere(stepsHere, from)
      const counts: Count[] = [
        [wrongCodesOfSession, keyOf(sessionId)],
        [wrongCodesHere, keyOf(userId, place.key)],
        ...(isApp ? countsOfApp(userId, place) : []),
      ]
      return guess({
        counts,
        wrong: 'mfa_verification_failed',
        check,
        onWrong: (counted) => onWrong({ isApp, isFamiliar: place.isFamiliar, count: counted.at(-1) ?? 0 }),
      })
    },

    /** True once a day for an account whose owner is to be told of guesses. */
    isToBeTold: (userId: string): Promise<boolean> =>
      mailsOfGuesses.take(keyOf(userId)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'rate_limited') return false
          throw error
        },
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
     * has an account, and its time could be measured only a few times. Throws `rate_limited`.
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

    /** Counts a new name of a passkey, which ends in a mail. Throws `rate_limited`. */
    passkeyName: (userId: string): Promise<number> => passkeyNames.take(keyOf(userId)),

    /**
     * Counts a code mailed to somebody who is signed in: apart from the mails that anybody may ask for at their address.
     * Throws what `recovery` throws.
     */
    async mailedCode(userId: string, from: Place): Promise<void> {
      await takeHere(recoveriesHere, from)
      await inMailWords(async () => {
        await codeGap.take(keyOf(userId))
        await mailedCodes.take(keyOf(userId))
      })
    },

    /**
     * Counts a mail asked for at `email`, whoever has it: one a minute and six an hour. Throws
     * `over_email_send_rate_limit`, and `rate_limited` when too many are asked for from one address.
     */
    async recovery(email: string, from: Place): Promise<void> {
      await takeHere(recoveriesHere, from)
      await inMailWords(async () => {
        await recoveryGap.take(keyOf(email))
        await recoveries.take(keyOf(email))
      })
    },
  }
}

/** Runs `count`, and refuses in the words of mails that were asked for too often. */
async function inMailWords(count: () => Promise<void>): Promise<void> {
  try {
    await count()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error
    throw authError('over_email_send_rate_limit', Number(error.details?.retry_after))
  }
}

/** How limits of identity count: by keys made with `secret`, so that the table does not reveal who tried. */
function createCounting(pool: pg.Pool, secret: Buffer) {
  const keyOf = (...parts: string[]) =>
    createHmac('sha256', secret).update(parts.join('\0')).digest('base64url')

  return {
    limit: (name: string, points: number, seconds: number, of: string): RateLimiter =>
      createRateLimiter(pool, { name, points, seconds, of }),

    /** A limit by address. */
    limitHere: (name: string, points: number, seconds: number, of: string): AddressLimiter =>
      createAddressLimiter(pool, { name, points, seconds, of }, keyOf),

    keyOf,

    /** Counts a call by its address alone; one from within the program has none and is not counted. */
    async takeHere(limiter: AddressLimiter, { address }: Place): Promise<void> {
      if (address) await limiter.take(address)
    },
  }
}
