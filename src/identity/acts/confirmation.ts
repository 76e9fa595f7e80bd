import { type Context, requireUser } from '../../platform/context.ts'
import { invalid, notFound } from '../../shared/errors.ts'
import { createPasswordConfirmation } from '../account/own-account.ts'
import { readPasswordHash } from '../account/sql.ts'
import type { IdentityCore } from '../core.ts'
import { readSettledMeans } from '../sessions/proof-sql.ts'
import { takeEnrolmentCode } from './enrolment.ts'
import { createNonceCheck } from './reauthentication.ts'
import { proved, requireAct } from './service.ts'
import type { ActName } from './table.ts'

/**
 * The ways in which a person proves who they are on these calls; passkeys, apps and recovery codes are shown on the
 * auth wire.
 */
export type Shown = { password: string } | { nonce: string } | { enrolment_code: string }

const wrongCode = 'This code is wrong or has expired.'

/**
 * Lets people prove who they are for their next acts, without signing in again (docs/decisions/0100-settled-means.md).
 */
export function createConfirmation(core: IdentityCore) {
  const { confirmOwnPassword } = createPasswordConfirmation(core)
  const { tryNonce } = createNonceCheck(core)

  async function showPassword(context: Context, password: string): Promise<void> {
    const { hash } = await confirmOwnPassword(context, password)
    if (hash === null) throw notFound('Password')
    await proved(context, 'password')
  }

  return {
    /**
     * Records the caller's proof, which counts for 15 minutes if it is settled. Throws what `confirmOwnPassword`
     * throws, `not_found` if there is no password, and `validation_failed` for a wrong code.
     */
    async confirm(context: Context, shown: Shown): Promise<void> {
      if ('password' in shown) await showPassword(context, shown.password)
      else if ('nonce' in shown) {
        if (!(await tryNonce(context, shown.nonce, { spends: true }))) throw invalid('nonce', wrongCode)
      } else if (!(await takeEnrolmentCode(context, shown.enrolment_code)))
        throw invalid('enrolment_code', wrongCode)
    },

    /** The means by which the calling account can prove who it is for the next act. */
    async ownProof(context: Context) {
      const { userId, assurance } = requireUser(context)
      const asksStep = assurance?.proof.asksStep === true
      const settled = await readSettledMeans(context.db, userId)
      return {
        means: settled.filter(({ is_step }) => is_step === asksStep).map(({ means }) => means),
        asks_enrolment_code: assurance?.owesTwoSteps === true && !asksStep,
      }
    },

    /** Confirms the deletion of the account, for which any settled means will do. Throws as `confirmAct` does. */
    async confirmDeletion(context: Context, password: string | undefined) {
      const confirmed = await confirmOwnPassword(context, password)
      requireAct(confirmed.hash === null ? context : await proved(context, 'password'), 'account.delete')
      return confirmed
    },

    /** Whether the caller sends their password with an act, since they have no settled passkey or app. */
    async asksPassword(context: Context): Promise<boolean> {
      const { userId, assurance } = requireUser(context)
      if (assurance?.proof.asksStep) return false
      const account = await readPasswordHash(context.db, userId)
      return account?.password_hash != null
    },

    /**
     * Confirms an act that comes with the password: callers with a password and no settled passkey or app send it, and
     * all must have proved who they are as the act needs it. Throws what `confirmOwnPassword` and `requireAct` throw.
     */
    async confirmAct(context: Context, name: ActName, password: string | undefined): Promise<void> {
      const { assurance } = requireUser(context)
      if (assurance?.proof.asksStep) return requireAct(context, name)
      const { hash } = await confirmOwnPassword(context, password)
      requireAct(hash === null ? context : await proved(context, 'password'), name)
    },
  }
}
