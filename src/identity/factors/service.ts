import { type Actor, type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { lockOwnAccount } from '../account/own-account.ts'
import { isLetIn, requireAct } from '../acts/service.ts'
import type { WireSession } from '../contract.ts'
import type { IdentityCore } from '../core.ts'
import { authError } from '../errors.ts'
import type { Device } from '../familiar/device.ts'
import { forgetSecondSteps } from '../familiar/sql.ts'
import type { WrongCode } from '../limits.ts'
import { mailNotice } from '../notices.ts'
import { deleteCodesAlone } from '../passkeys/sql.ts'
import { raiseSession } from '../sessions/sessions.ts'
import { endSessions, lowerSessions } from '../sessions/sql.ts'
import type { Enrolment, FactorVerification } from './contract.ts'
import { tellOfGuesses } from './guesses.ts'
import { challengeMs, maxFactors, nameOf, setUpMs } from './rules.ts'
import {
  deleteFactor,
  deleteUnverified,
  type FactorRow,
  insertChallenge,
  insertFactor,
  markVerified,
  readFactors,
  readTotpFactor,
  takeChallenge,
  takeStep,
} from './sql.ts'
import { newTotpSecret, stepOfCode, totpSetUp } from './totp.ts'

type ById = { id: string }

/** Authenticator apps: setting one up, using its codes, removing it. */
export function createFactors(core: IdentityCore) {
  const { limits, secretBox, options } = core

  /** The caller's app of this id. Throws `mfa_factor_not_found`, and `insufficient_aal`. */
  async function ownFactor(context: Context, id: string) {
    const actor = requireUser(context)
    const factor = await readTotpFactor(context.db, { id, userId: actor.userId })
    const setUpEnds = factor && factor.created_at.getTime() + setUpMs
    const isGone = !factor?.verified_at && (setUpEnds ?? 0) <= context.clock().getTime()
    if (!factor || isGone) throw authError('mfa_factor_not_found')
    // Otherwise somebody who knows the password could have begun to set up their own app earlier, and finish now.
    if (!factor.verified_at) {
      requireSecondStep(actor)
      requireAct(context, 'app.add')
    }
    return factor
  }

  /** Accepts the code and does what follows from it, in one transaction. */
  async function takeCode(context: Context, id: string, { challenge_id, code }: FactorVerification) {
    const { userId, sessionId } = requireUser(context)
    await lockOwnAccount(context)
    const factor = await ownFactor(context, id)
    const now = context.clock()
    if (!(await takeChallenge(context.db, { id: challenge_id, factorId: id, sessionId, now })))
      throw authError('mfa_challenge_expired')
    const step = stepOfCode(secretBox.open(factor.secret as Buffer, userId), code, now)
    if (step === null || !(await takeStep(context.db, { id, step })))
      throw authError('mfa_verification_failed')
    if (!factor.verified_at) await finishSetUp(context, id)
    return {
      session: await raiseSession(context, { sessionId, step: 'totp', factorId: id }),
      isNew: !factor.verified_at,
    }
  }

  return {
    /**
     * Begins to set up an authenticator app: it counts once one of its codes was shown, within an hour. Throws
     * `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, `insufficient_aal`, `reauthentication_needed`, and
     * an error for other kinds of factors.
     */
    async enroll(context: Context, { factor_type, friendly_name, issuer }: Enrolment, from: Device) {
      if (factor_type === 'phone') throw authError('mfa_phone_enroll_not_enabled')
      if (factor_type === 'webauthn') throw authError('mfa_webauthn_enroll_not_enabled')
      const actor = requireUser(context)
      const { userId, sessionId } = actor
      requireSecondStep(actor)
      requireAct(context, 'app.add')
      await limits.factorCall(context, { userId, sessionId, from })
      const secret = newTotpSecret()
      return inTransaction(context, async (inner) => {
        await lockOwnAccount(inner)
        const now = inner.clock()
        await deleteUnverified(inner.db, userId, new Date(now.getTime() - setUpMs))
        const factors = await readFactors(inner.db, userId)
        const taken = factors.map((factor) => factor.friendly_name)
        const name = nameOf(friendly_name, 'Authenticator app', taken)
        if (taken.includes(name)) throw authError('mfa_factor_name_conflict', name)
        if (factors.length >= maxFactors) throw authError('too_many_enrolled_mfa_factors')
        const sealed = secretBox.seal(secret, userId)
        const id = await insertFactor(inner.db, {
          userId,
          type: 'totp',
          name,
          secret: sealed,
          verifiedAt: null,
          now,
        })
        const label = await core.addressOf(inner, userId)
        const totp = totpSetUp(secret, { issuer: issuer || options.settings.appName, label })
        return { id, type: 'totp' as const, friendly_name: name, totp }
      })
    },

    /** Starts a challenge for a code of an app, which ends after five minutes. Throws `mfa_factor_not_found`. */
    async challenge(context: Context, { id }: ById, from: Device) {
      const { userId, sessionId } = requireUser(context)
      await limits.factorCall(context, { userId, sessionId, from })
      await ownFactor(context, id)
      const now = context.clock()
      const expiresAt = new Date(now.getTime() + challengeMs)
      const challengeId = await insertChallenge(context.db, { factorId: id, sessionId, now, expiresAt })
      return { id: challengeId, type: 'totp' as const, expires_at: Math.floor(expiresAt.getTime() / 1_000) }
    },

    /**
     * Raises the calling session by a code, which also finishes setting up a new app. Throws `mfa_factor_not_found`,
     * `mfa_challenge_expired`, `mfa_verification_failed`, and `rate_limited` after too many wrong codes.
     */
    async verify(
      context: Context,
      { id }: ById,
      shown: FactorVerification,
      device: Device,
    ): Promise<WireSession> {
      const { userId, sessionId } = requireUser(context)
      const { verified_at } = await ownFactor(context, id)
      const event = { user: userId, session: sessionId, method: 'totp', from: device.address }
      // An app that is being set up is no secret to the person, so its wrong codes are no guesses.
      const isApp = verified_at !== null
      const onWrong = (wrong: WrongCode) => (isApp ? tellOfGuesses(core, context, wrong) : Promise.resolve())
      const { session, isNew } = await limits
        .secondStep(context, { userId, sessionId, from: device, isApp, onWrong }, () =>
          inTransaction(context, (inner) => takeCode(inner, id, shown)),
        )
        .catch((error: unknown) => {
          securityEvent(options.log, 'factor_failed', event)
          throw error
        })
      securityEvent(options.log, isNew ? 'factor_added' : 'factor_shown', event)
      return core.answerShown(context, session, device)
    },

    /**
     * Removes an app, and with the last one its recovery codes, unless there are passkeys. Throws
     * `mfa_factor_not_found`, `insufficient_aal` and `reauthentication_needed`.
     */
    async unenroll(context: Context, { id }: ById): Promise<ById> {
      const actor = requireUser(context)
      requireSecondStep(actor)
      const { userId, sessionId } = actor
      await inTransaction(context, async (inner) => {
        await lockOwnAccount(inner)
        const factor = await readTotpFactor(inner.db, { id, userId })
        if (!factor) throw authError('mfa_factor_not_found')
        if (factor.verified_at) requireAct(context, 'app.remove')
        await deleteFactor(inner.db, { id, userId })
        if (!factor.verified_at) return
        if (!hasVerifiedApp(await readFactors(inner.db, userId))) {
          await deleteUnverified(inner.db, userId)
          await deleteCodesAlone(inner.db, userId)
          await lowerSessions(inner.db, userId)
        }
        await mailNotice(inner, userId, { change: 'app_removed' })
      })
      securityEvent(options.log, 'factor_removed', { user: userId, session: sessionId, method: 'totp' })
      return { id }
    },
  }
}

/** True if the person has an app that is set up. */
export const hasVerifiedApp = (factors: FactorRow[]): boolean =>
  factors.some(({ type, verified_at }) => type === 'totp' && verified_at !== null)

/** Throws `insufficient_aal` if the account has a factor and the caller's session has shown none. */
export function requireSecondStep({ assurance }: Actor): void {
  if (assurance?.hasFactor && assurance.level === 'aal1') throw authError('insufficient_aal')
}

/**
 * An app counts from now on. With the first one, sessions without a second step end, and apps whose setup began earlier
 * are removed.
 */
async function finishSetUp(context: Context, id: string): Promise<void> {
  const { userId, sessionId } = requireUser(context)
  const { db } = context
  const now = context.clock()
  const isFirst = !hasVerifiedApp(await readFactors(db, userId))
  await markVerified(db, { id, isLetIn: isLetIn(context), now })
  if (isFirst) {
    await deleteUnverified(db, userId)
    await forgetSecondSteps(db, userId)
    await endSessions(db, { userId, except: sessionId, level: 'aal1' }, { reason: 'factor_verified', now })
  }
  await mailNotice(context, userId, { change: 'app_added' })
}
