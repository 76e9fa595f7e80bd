import type { JobHandler } from '../platform/jobs/job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { createConfirmation } from './acts/confirmation.ts'
import { createReauthentication, createReauthenticationMail } from './acts/reauthentication.ts'
import type { PublicKeySet } from './contract.ts'
import { createCore, type IdentityOptions } from './core.ts'
import { createLostSteps } from './factors/lost.ts'
import { createRecoveryCodes } from './factors/recovery-codes.ts'
import { createFactors } from './factors/service.ts'
import { createNotices } from './notices.ts'
import { createPasskeys } from './passkeys/service.ts'
import { createLinkCodeMail } from './providers/linking/code-mail.ts'
import { createProviderSignIn } from './providers/sign-in.ts'
import { createRecoveryMail } from './recovery/recovery-mail.ts'
import { createRecovery } from './recovery/service.ts'
import { createPkceExchange } from './sessions/code-exchange.ts'
import { createPrincipals } from './sessions/principals.ts'
import { createAccounts } from './sessions/sign-in.ts'
import { createUndoOffers } from './undo/links.ts'
import { createUndo } from './undo/service.ts'
import { createUserChanges } from './user/user-changes.ts'

export {
  deleteUser,
  lockAccount,
  lockForDeletion,
  lockOwnAccount,
  setUserNames,
} from './account/own-account.ts'
export { activeAdmins, grantAdmin, listAdmins, type NoteRoleChange, revokeAdmin } from './account/roles.ts'
export {
  endSessionsOf,
  findAccountId,
  restoreAccount,
  suspendAccount,
} from './account/suspension.ts'
export { makeEnrolmentCode } from './acts/enrolment.ts'
export type { IdentityOptions } from './core.ts'
export { resetFactors } from './factors/reset.ts'
export { rotateSigningKeys } from './keys/key-ring.ts'
export { maintainIdentity } from './maintenance.ts'
export { readOrAddSecret } from './sql.ts'
export { notePayoutDetails, type UndoOffers } from './undo/links.ts'
export { restartUndo } from './undo/service.ts'
export { exportAccount } from './user/export.ts'

export type Identity = Awaited<ReturnType<typeof createIdentity>>

/**
 * Accounts and sessions (docs/product/sign-in.md#sessions). Makes the signing key and the token secret at the first
 * start; several processes may start at once.
 */
export async function createIdentity(options: IdentityOptions) {
  const core = await createCore(options)
  const providers = createProviderSignIn(core)
  const passkeys = createPasskeys(core)
  return {
    sessions: { ...createAccounts(core), ...createPkceExchange(core) },
    callers: createPrincipals(core),
    confirmation: createConfirmation(core),
    account: createUserChanges(core),
    factors: createFactors(core),
    recoveryCodes: createRecoveryCodes(core),
    lostSteps: createLostSteps(core),
    passkeys,
    providers,
    recovery: { ...createRecovery(core), ...createReauthentication(core) },
    undo: { ...createUndo(core), offer: createUndoOffers(core) },

    /** The ways in besides a password: providers, and passkeys if the site's address allows them. */
    waysIn: () => [...providers.offered(), ...(passkeys.areOffered ? ['passkey'] : [])],

    /** The public keys that verify access tokens. */
    publicKeys: (): Promise<PublicKeySet> => core.keys.published(),

    /** The jobs of this slice; its mails are sent with `mailer`. */
    jobHandlers: (mailer: Mailer): JobHandler[] => [
      createNotices(core, mailer),
      createReauthenticationMail(core, mailer),
      createRecoveryMail(core, mailer),
      createLinkCodeMail(core, mailer),
    ],
  }
}
