import { type Context, inTransaction } from '../platform/context.ts'
import { insertAudit, lockAccount, type Role, readAdmins, setRole } from './admin-sql.ts'

/** What became of a change of role; `unproven` and `unknown` changed nothing. */
export type RoleChange = 'changed' | 'as_it_was' | 'unproven' | 'unknown'

/**
 * Makes an account an admin's (decision: admin is a role, granted on the server). For the server's operators: there is
 * no caller whose permission could be asked, so no route may lead here. An address that nobody has proven may have been
 * registered by anyone: such an account is made an admin's only with `evenUnproven`. Counts from the next call on.
 */
export const grantAdmin = (
  context: Context,
  { email, evenUnproven }: { email: string; evenUnproven: boolean },
): Promise<RoleChange> => changeRole(context, email, { role: 'admin', evenUnproven })

/** Takes that role away again, likewise for operators alone. */
export const revokeAdmin = (context: Context, email: string): Promise<RoleChange> =>
  changeRole(context, email, { role: 'user', evenUnproven: true })

/** The e-mail addresses of all admins, likewise for operators alone. */
export const listAdmins = ({ db }: Context): Promise<string[]> => readAdmins(db)

const changeRole = (
  context: Context,
  email: string,
  { role, evenUnproven }: { role: Role; evenUnproven: boolean },
): Promise<RoleChange> =>
  inTransaction(context, async ({ db, clock }) => {
    const account = await lockAccount(db, email.trim().toLowerCase())
    if (!account) return 'unknown'
    if (account.role === role) return 'as_it_was'
    const isAddressProven = account.email_verified_at !== null
    if (!isAddressProven && !evenUnproven) return 'unproven'
    const now = clock()
    await setRole(db, { userId: account.id, role, now })
    const action = role === 'admin' ? 'admin_granted' : 'admin_revoked'
    await insertAudit(db, { action, userId: account.id, isAddressProven, now })
    return 'changed'
  })
