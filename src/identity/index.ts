import type { JobHandler } from '../platform/jobs/job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { createPasswordConfirmation } from './account/own-account.ts'
import { createUserChanges } from './account/user-changes.ts'
import type { PublicKeySet } from './contract.ts'
import { createCore, type IdentityOptions } from './core.ts'
import { createProviderSignIn } from './providers/sign-in.ts'
import { createRecoveryMail } from './recovery/recovery-mail.ts'
import { createRecovery } from './recovery/service.ts'
import { createCallers } from './sessions/callers.ts'
import { createPkceExchange } from './sessions/hand-over.ts'
import { createAccounts } from './sessions/sign-in.ts'

export { exportAccount } from './account/export.ts'
export { deleteUser, holdOwnAccount, lockForDeletion, setUserNames } from './account/own-account.ts'
export { grantAdmin, listAdmins, type NoteRoleChange, revokeAdmin } from './account/roles.ts'
export type { IdentityOptions } from './core.ts'
export { rotateSigningKeys } from './keys/key-ring.ts'
export { maintainIdentity } from './upkeep.ts'

export type Identity = Awaited<ReturnType<typeof createIdentity>>

/**
 * Accounts and sessions (spec sections 3 to 5). Makes the signing key and the token secret at the first start;
 * several processes may start at once.
 */
export async function createIdentity(options: IdentityOptions) {
  const core = await createCore(options)
  return {
    ...createAccounts(core),
    ...createCallers(core),
    ...createPasswordConfirmation(core),
    ...createPkceExchange(core),
    ...createProviderSignIn(core),
    ...createRecovery(core),
    ...createUserChanges(core),

    /** The public keys that verify access tokens. */
    publicKeys: (): Promise<PublicKeySet> => core.keys.published(),

    /** The jobs of this slice; its mails are sent with `mailer`. */
    jobHandlers: (mailer: Mailer): JobHandler[] => [createRecoveryMail(core, mailer)],
  }
}
