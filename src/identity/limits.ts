import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Context } from '../platform/context.ts'
import { type AddressLimiter, createAddressLimiter } from '../platform/limits/address-limit.ts'
import { createRateLimiter, type RateLimiter } from '../platform/limits/rate-limit.ts'
import { AppError, tooBusy } from '../shared/errors.ts'
import { authError } from './errors.ts'
import type { FamiliarPlaces, KnownPlace, Place } from './familiar/places.ts'
import { type Count, guess } from './guessing.ts'

const minute = 60
const quarter = 15 * minute
const hour = 60 * minute
const day = 24 * hour

type Rule = readonly [name: string, points: number, seconds: number, of: string]

/** How often acts of one account, session, browser or mail address may happen. */
const rules = {
  wrongPasswordsHere: ['sign_in_failure_here', 10, quarter, 'wrong passwords'],
  wrongPasswords: ['sign_in_failure', 100, hour, 'wrong passwords'],
  wrongCodesOfSession: ['second_step_failure_session', 10, quarter, 'wrong codes'],
  wrongCodesHere: ['second_step_failure_here', 10, quarter, 'wrong codes'],
  wrongCodesElsewhere: ['second_step_failure', 30, hour, 'wrong codes'],
  // A guessed code of an app is right three times in a million, so guessing must not go on for months.
  wrongCodesOfDayHere: ['app_code_day_failure_here', 50, day, 'wrong codes'],
  wrongCodesOfDayElsewhere: ['app_code_day_failure', 50, day, 'wrong codes'],
  mailsOfGuesses: ['second_step_mail', 1, day, 'mails about wrong codes'],
  stepCallsOfSession: ['factor_call_session', 60, 10 * minute, 'codes and apps that were asked for'],
  stepCallsHere: ['factor_call_here', 60, 10 * minute, 'codes and apps that were asked for'],
  signInsOfBrowser: ['sign_in_browser', 100, 10 * minute, 'sign-ins from this browser'],
  refreshes: ['refresh', 600, 10 * minute, 'renewals of this session'],
  passwordChanges: ['password_change', 20, hour, 'changes of your password'],
  addressChanges: ['change_address', 20, hour, 'changes of your e-mail address'],
  passkeys: ['passkey', 10, hour, 'new passkeys'],
  passkeyNames: ['passkey_name', 20, hour, 'new names of passkeys'],
  nonces: ['nonce', 5, quarter, 'codes'],
  linkMails: ['link_mail', 5, hour, 'codes for a provider'],
  recoveryGap: ['recovery_gap', 1, minute, 'mails to this address'],
  recoveries: ['recovery', 6, hour, 'mails to this address'],
  codeGap: ['mailed_code_gap', 1, minute, 'codes by mail'],
  mailedCodes: ['mailed_code', 6, hour, 'codes by mail'],
} satisfies Record<string, Rule>

/** The same for calls from one network. */
const networkRules = {
  stepsHere: ['second_step', 100, 10 * minute, 'codes from your network'],
  signUps: ['sign_up', 60, hour, 'sign-ups from your network'],
  signIns: ['sign_in', 100, 10 * minute, 'sign-ins from your network'],
  providerSignIns: ['provider_sign_in', 100, 10 * minute, 'sign-ins from your network'],
  refreshesHere: ['refresh_here', 600, 10 * minute, 'renewals of sessions from your network'],
  passwordChangesHere: ['password_change_here', 60, hour, 'changes of passwords from your network'],
  addressChangesHere: ['change_address_here', 60, hour, 'changes of e-mail addresses from your network'],
  passkeyQuestionsHere: [
    'passkey_question_here',
    300,
    10 * minute,
    'visits of the sign-in page from your network',
  ],
  passkeySignInsHere: ['passkey_sign_in_here', 100, 10 * minute, 'sign-ins from your network'],
  passkeysHere: ['passkey_here', 60, hour, 'new passkeys from your network'],
  linkChecksHere: ['link_check_here', 100, 10 * minute, 'links from your network'],
  recoveriesHere: ['recovery_here', 30, hour, 'mails that were asked for from your network'],
} satisfies Record<string, Rule>

/** An attempt at a second step: its account, session and place. */
type StepTry = { userId: string; sessionId: string; from: Place }

/**
 * A wrong code: whether it is an app's or a recovery code, whether its place is familiar, and how many were wrong so
 * far.
 */
export type WrongCode = { isApp: boolean; isFamiliar: boolean; count: number }

/**
 * How often an address and an account may try; see `createCounting` for how an address counts. Guesses at familiar
 * places count for each place, all others also together, so that nobody uses up an owner's attempts from outside
 * (docs/decisions/0004-sessions.md).
 */
export function createLimits(pool: pg.Pool, secret: Buffer, places: FamiliarPlaces) {
  const { limits, networks, keyOf, takeHere } = createCounting(pool, secret)

  const countsOfApp = (userId: string, { key, isFamiliar }: KnownPlace): Count[] =>
    isFamiliar
      ? [[limits.wrongCodesOfDayHere, keyOf(userId, key)]]
      : [
          [limits.wrongCodesElsewhere, keyOf(userId)],
          [limits.wrongCodesOfDayElsewhere, keyOf(userId)],
        ]

  return {
    /** Counts a sign-up. Throws `rate_limited`. */
    signUp: (from: Place): Promise<void> => takeHere(networks.signUps, from),

    /** Counts a check whether a mailed link works. Throws `rate_limited`. */
    linkCheck: (from: Place): Promise<void> => takeHere(networks.linkChecksHere, from),

    /** Counts a code mailed to an account that a provider's sign-in is to be linked to. Throws `rate_limited`. */
    linkMail: (userId: string): Promise<number> => limits.linkMails.take(keyOf(userId)),

    /** Counts a person sent to a provider. Throws `rate_limited`. */
    providerSignIn: (from: Place): Promise<void> => takeHere(networks.providerSignIns, from),

    /**
     * Runs `check`, which throws `invalid_credentials` for a wrong password, unless too many were wrong: then it throws
     * `rate_limited`. `email` is the given address, in lower case.
     */
    async signIn<T>(
      context: Context,
      attempt: { email: string; from: Place },
      check: () => Promise<T>,
    ): Promise<T> {
      const { email, from } = attempt
      const place = await places.find(context, { email }, from, 'aal1')
      await (place.isBrowser
        ? limits.signInsOfBrowser.take(keyOf(place.key))
        : takeHere(networks.signIns, from))
      const counts: Count[] = [
        [limits.wrongPasswordsHere, keyOf(email, place.key)],
        // A familiar place has a count of its own, so that the time of an answer does not reveal that it is one.
        [limits.wrongPasswords, place.isFamiliar ? keyOf(email, place.key) : keyOf(email)],
      ]
      return guess({ counts, wrong: 'invalid_credentials', check })
    },

    /**
     * Counts a refresh, of a session when it is known. Throws `unavailable`: the client waits and tries again, where
     * any answer below 500 would make it drop the session.
     */
    async refresh(sessionId: string | undefined, from: Place): Promise<void> {
      try {
        await takeHere(networks.refreshesHere, from)
        if (sessionId) await limits.refreshes.take(keyOf(sessionId))
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'rate_limited')) throw error
        throw tooBusy(error.message, error.details)
      }
    },

    /** Counts a challenge, or an app that is being set up. Throws `rate_limited`. */
    async factorCall(context: Context, { userId, sessionId, from }: StepTry): Promise<void> {
      await limits.stepCallsOfSession.take(keyOf(sessionId))
      const place = await places.find(context, { userId }, from, 'aal2')
      await limits.stepCallsHere.take(keyOf(userId, place.key))
    },

    /**
     * Runs `check` of a second step, unless too many were wrong: then it throws `rate_limited`. Codes of an app that is
     * set up (`isApp`) can be guessed, so they also count by the day, and from unfamiliar places together. `onWrong` is
     * called for a wrong code.
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
      if (!place.isFamiliar) await takeHere(networks.stepsHere, from)
      const counts: Count[] = [
        [limits.wrongCodesOfSession, keyOf(sessionId)],
        [limits.wrongCodesHere, keyOf(userId, place.key)],
        ...(isApp ? countsOfApp(userId, place) : []),
      ]
      return guess({
        counts,
        wrong: 'mfa_verification_failed',
        check,
        onWrong: (counted) => onWrong({ isApp, isFamiliar: place.isFamiliar, count: counted.at(-1) ?? 0 }),
      })
    },

    /** True once a day for an account whose owner is to be mailed about guesses. */
    isToBeTold: (userId: string): Promise<boolean> =>
      limits.mailsOfGuesses.take(keyOf(userId)).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'rate_limited') return false
          throw error
        },
      ),

    /** Counts a nonce entered in a session. Throws `rate_limited`. */
    nonce: (sessionId: string): Promise<number> => limits.nonces.take(keyOf(sessionId)),

    /** Counts a new password, before the expensive work on it. Throws `rate_limited`. */
    async passwordChange(userId: string, from: Place): Promise<void> {
      await takeHere(networks.passwordChangesHere, from)
      await limits.passwordChanges.take(keyOf(userId))
    },

    /**
     * Counts an attempt to change the e-mail address, whether or not the new one has an account. The answer does not
     * reveal that, and its time can be measured only a few times. Throws `rate_limited`.
     */
    async addressChange(userId: string, from: Place): Promise<void> {
      await takeHere(networks.addressChangesHere, from)
      await limits.addressChanges.take(keyOf(userId))
    },

    /**
     * Counts a challenge for a sign-in with a passkey; every visit of the sign-in page asks for one. Throws
     * `rate_limited`.
     */
    passkeyQuestion: (from: Place): Promise<void> => takeHere(networks.passkeyQuestionsHere, from),

    /** Counts a sign-in with a passkey. Throws `rate_limited`. */
    passkeySignIn: (from: Place): Promise<void> => takeHere(networks.passkeySignInsHere, from),

    /** Counts the start of adding a passkey, which ends in a mail. Throws `rate_limited`. */
    async passkeyRegistration(userId: string, from: Place): Promise<void> {
      await takeHere(networks.passkeysHere, from)
      await limits.passkeys.take(keyOf(userId))
    },

    /** Counts a renamed passkey, which ends in a mail. Throws `rate_limited`. */
    passkeyName: (userId: string): Promise<number> => limits.passkeyNames.take(keyOf(userId)),

    /**
     * Counts a code mailed to a signed-in person: separately from the mails that anybody may request for their address.
     * Throws what `recovery` throws.
     */
    async mailedCode(userId: string, from: Place): Promise<void> {
      await takeHere(networks.recoveriesHere, from)
      await inMailWords(async () => {
        await limits.codeGap.take(keyOf(userId))
        await limits.mailedCodes.take(keyOf(userId))
      })
    },

    /**
     * Counts a mail requested for `email`, whether or not it has an account: one a minute and six an hour. Throws
     * `over_email_send_rate_limit`, and `rate_limited` when one address requests too many.
     */
    async recovery(email: string, from: Place): Promise<void> {
      await takeHere(networks.recoveriesHere, from)
      await inMailWords(async () => {
        await limits.recoveryGap.take(keyOf(email))
        await limits.recoveries.take(keyOf(email))
      })
    },
  }
}

/** Runs `count`, and refuses in the words for mails that were requested too often. */
async function inMailWords(count: () => Promise<void>): Promise<void> {
  try {
    await count()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error
    throw authError('over_email_send_rate_limit', Number(error.details?.retry_after))
  }
}

/** How identity's limits count: by keys made with `secret`, so that the table does not reveal who tried. */
function createCounting(pool: pg.Pool, secret: Buffer) {
  const keyOf = (...parts: string[]) =>
    createHmac('sha256', secret).update(parts.join('\0')).digest('base64url')

  const limitOf = ([name, points, seconds, of]: Rule) => ({ name, points, seconds, of })
  return {
    limits: mapValues(rules, (rule): RateLimiter => createRateLimiter(pool, limitOf(rule))),
    networks: mapValues(
      networkRules,
      (rule): AddressLimiter => createAddressLimiter(pool, limitOf(rule), keyOf),
    ),
    keyOf,

    /** Counts a call by its address alone; a call within the program has none and is not counted. */
    async takeHere(limiter: AddressLimiter, { address }: Place): Promise<void> {
      if (address) await limiter.take(address)
    },
  }
}

const mapValues = <Key extends string, From, To>(values: Record<Key, From>, to: (value: From) => To) =>
  Object.fromEntries(Object.entries<From>(values).map(([key, value]) => [key, to(value)])) as Record<Key, To>
