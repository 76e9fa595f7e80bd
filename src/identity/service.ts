import type { JobHandler } from '../platform/jobs/job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { createAccounts } from './accounts.ts'
import { createCallers } from './callers.ts'
import type { PublicKeySet } from './contract.ts'
import { createCore, type IdentityOptions } from './core.ts'
import { createPasswordConfirmation } from './deletion.ts'
import { createPkceExchange } from './hand-over.ts'
import { createProviderSignIn } from './providers/sign-in.ts'
import { createRecovery } from './recovery.ts'
import { createRecoveryMail } from './recovery-mail.ts'
import { createUserChanges } from './user-changes.ts'

export { grantAdmin, listAdmins, type NoteRoleChange, revokeAdmin } from './admin.ts'
export type { Device, IdentityOptions, NewAccount } from './core.ts'
export { deleteUser, lockForDeletion } from './deletion.ts'
export { exportAccount } from './export.ts'
export { rotateSigningKeys } from './keys.ts'
export { setUserNames } from './names.ts'
export { holdOwnAccount } from './own-account.ts'
export { endOwnSession, listOwnSessions } from './session-list.ts'
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
