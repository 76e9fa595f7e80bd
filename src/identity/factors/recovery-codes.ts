import { randomBytes } from 'node:crypto'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { securityEvent } from '../../platform/security-events.ts'
import { AppError } from '../../shared/errors.ts'
import { lockOwnAccount } from '../account/own-account.ts'
import { isLetIn, requireAct } from '../acts/service.ts'
import { codeLength, recoveryCodeOf } from '../code-rules.ts'
import type { WireSession } from '../contract.ts'
import type { IdentityCore } from '../core.ts'
import { authError } from '../errors.ts'
import type { Device } from '../familiar/device.ts'
import type { WrongCode } from '../limits.ts'
import { mailNotice } from '../notices.ts'
import { readPasskeys } from '../passkeys/sql.ts'
import { raiseSession } from '../sessions/sessions.ts'
import type { NewRecoveryCodes } from './contract.ts'
import { tellOfGuesses } from './guesses.ts'
import { codesInSet, earlierHashOfRecoveryCode, hashOfRecoveryCode, nameOf } from './rules.ts'
import { hasVerifiedApp, requireSecondStep } from './service.ts'
import {
  countRecoveryCodes,
  deleteFactor,
  insertFactor,
  insertRecoveryCodes,
  readFactors,
  renewSet,
  takeRecoveryCode,
} from './sql.ts'

/** Recovery codes, for people who have lost their authenticator app; each works once. */
export function createRecoveryCodes(core: IdentityCore) {
  const { limits, options } = core

  return {
    /** How many codes there are, and how many are unused. Throws `mfa_factor_not_found` if there is no set. */
    async status(context: Context) {
      const { id } = await ownSet(context)
      return { id, type: 'recovery_code' as const, ...(await countRecoveryCodes(context.db, id)) }
    },

    /**
     * Makes the caller's codes. Throws `insufficient_aal`, `reauthentication_needed`, `mfa_recovery_codes_sole_factor`
     * without an app or a passkey, and `mfa_verified_factor_exists` if there are codes already.
     */
    async make(context: Context, given: string | null | undefined): Promise<NewRecoveryCodes> {
      const userId = await mayChangeCodes(context)
      return inTransaction(context, async (inner) => {
        await lockOwnAccount(inner)
        const factors = await readFactors(inner.db, userId)
        if (!hasVerifiedApp(factors) && (await readPasskeys(inner.db, userId)).length === 0)
          throw authError('mfa_recovery_codes_sole_factor')
        if (factors.some(({ type }) => type === 'recovery_code'))
          throw authError('mfa_verified_factor_exists')
        const taken = factors.map((factor) => factor.friendly_name)
        const name = nameOf(given, 'Recovery codes', taken)
        if (taken.includes(name)) throw authError('mfa_factor_name_conflict', name)
        const now = inner.clock()
        const id = await insertFactor(inner.db, {
          userId,
          type: 'recovery_code',
          name,
          secret: null,
          verifiedAt: now,
          isLetIn: isLetIn(inner),
          now,
        })
        return fill(inner, { id, name })
      })
    },

    /**
     * Replaces all codes of the caller. Throws `insufficient_aal`, `reauthentication_needed`, and
     * `mfa_factor_not_found` if there are none.
     */
    async remake(context: Context): Promise<NewRecoveryCodes> {
      await mayChangeCodes(context)
      return inTransaction(context, async (inner) => {
        await lockOwnAccount(inner)
        const { id, friendly_name: name } = await ownSet(inner)
        await renewSet(inner.db, { id, isLetIn: isLetIn(inner) })
        return fill(inner, { id, name })
      })
    },

    /**
     * Removes all codes of the caller. Throws `insufficient_aal`, `reauthentication_needed`, and `mfa_factor_not_found`
     * if there are none.
     */
    async remove(context: Context): Promise<{ id: string }> {
      const userId = await mayChangeCodes(context)
      const { sessionId } = requireUser(context)
      const id = await inTransaction(context, async (inner) => {
        await lockOwnAccount(inner)
        const set = await ownSet(inner)
        await deleteFactor(inner.db, { id: set.id, userId })
        await mailNotice(inner, userId, { change: 'codes_removed' })
        return set.id
      })
      const event = { user: userId, session: sessionId, method: 'recovery_code' }
      securityEvent(options.log, 'factor_removed', event)
      return { id }
    },

    /**
     * Raises the calling session by a code, which is then used up. Throws `mfa_verification_failed`, also if there are
     * no codes, and `mfa_recovery_codes_locked` after too many wrong ones.
     */
    async verify(context: Context, code: string, device: Device): Promise<WireSession> {
      const { userId, sessionId } = requireUser(context)
      const { address: from } = device
      const onWrong = (wrong: WrongCode) => tellOfGuesses(core, context, wrong)
      const use = () => inTransaction(context, (inner) => useCode(inner, core.factorKey, code))
      const session = await limits
        .secondStep(context, { userId, sessionId, from: device, isApp: false, onWrong }, use)
        .catch((error: unknown) => {
          const event = { user: userId, session: sessionId, method: 'recovery_code', from }
          securityEvent(options.log, 'factor_failed', event)
          throw error instanceof AppError && error.code === 'rate_limited'
            ? authError('mfa_recovery_codes_locked', error.message)
            : error
        })
      securityEvent(options.log, 'recovery_code_used', { user: userId, session: sessionId, from })
      return core.answerShown(context, session, device)
    },
  }

  /** Fills a set with new codes, which cannot be read again afterwards. */
  async function fill(
    context: Context,
    { id, name }: { id: string; name: string },
  ): Promise<NewRecoveryCodes> {
    const { userId, sessionId } = requireUser(context)
    const codes = Array.from({ length: codesInSet }, () => recoveryCodeOf(randomBytes(codeLength)))
    await insertRecoveryCodes(
      context.db,
      id,
      codes.map((code) => hashOfRecoveryCode(core.factorKey, id, code)),
    )
    await mailNotice(context, userId, { change: 'codes_made' })
    securityEvent(options.log, 'recovery_codes_made', { user: userId, session: sessionId })
    return { id, type: 'recovery_code', friendly_name: name, total: codes.length, codes }
  }
}

async function useCode(context: Context, key: Buffer, code: string) {
  const { userId, sessionId } = requireUser(context)
  await lockOwnAccount(context)
  const set = await findSet(context)
  const now = context.clock()
  if (!set) throw wrongCode()
  const hashes = [hashOfRecoveryCode(key, set.id, code), earlierHashOfRecoveryCode(code)]
  if (!(await takeRecoveryCode(context.db, { factorId: set.id, hashes, now }))) throw wrongCode()
  const { remaining } = await countRecoveryCodes(context.db, set.id)
  await mailNotice(context, userId, { change: 'code_used', left: remaining })
  return raiseSession(context, { sessionId, step: 'mfa/recovery_code', factorId: set.id })
}

const wrongCode = () => authError('mfa_verification_failed.recovery_code')

async function ownSet(context: Context) {
  const set = await findSet(context)
  if (!set) throw authError('mfa_factor_not_found')
  return set
}

async function findSet(context: Context) {
  const factors = await readFactors(context.db, requireUser(context).userId)
  return factors.find(({ type }) => type === 'recovery_code')
}

/**
 * Codes may be changed after two steps, or by a person with passkeys whose password session shows one; in each case
 * only by a person who has just proved who they are.
 */
async function mayChangeCodes(context: Context): Promise<string> {
  const actor = requireUser(context)
  requireSecondStep(actor)
  const mayBeOneStep = (await readPasskeys(context.db, actor.userId)).length > 0
  if (actor.assurance?.level !== 'aal2' && !mayBeOneStep) throw authError('insufficient_aal')
  requireAct(context, 'codes.change')
  return actor.userId
}
