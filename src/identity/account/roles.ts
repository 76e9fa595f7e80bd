import { type Context, inTransaction } from '../../platform/context.ts'
import { dayMs } from '../../shared/time.ts'
import { endSessions } from '../sessions/sql.ts'
import { lockAccount, type Role, readActiveAdmins, readAdmins, setRole } from './sql.ts'

/** The outcome of a change of role; `unproven` and `unknown` changed nothing. */
type RoleChange = 'changed' | 'as_it_was' | 'unproven' | 'unknown'

/**
 * Logs a change of role in the transaction that makes it. Identity may not import the audit log, so `src/admin.ts`
 * passes it in.
 */
export type NoteRoleChange = (
  context: Context,
  change: { userId: string; role: Role; isAddressProven: boolean },
) => Promise<void>

/**
 * Makes an account an admin's (docs/product/admin.md#access). For the server's operators: it checks no permission, so
 * no route may lead here. Anyone may have registered an address that nobody has proven: such an account becomes an
 * admin's only with `evenUnproven`. Ends the account's sessions, so that none from before becomes an admin's.
 */
export const grantAdmin = (
  context: Context,
  { email, evenUnproven }: { email: string; evenUnproven: boolean },
  note: NoteRoleChange,
): Promise<RoleChange> => changeRole(context, email, { role: 'admin', evenUnproven, note })

/** Removes that role again; only for operators. */
export const revokeAdmin = (context: Context, email: string, note: NoteRoleChange): Promise<RoleChange> =>
  changeRole(context, email, { role: 'user', evenUnproven: true, note })

/** How long an admin counts as active after their last visit. */
const awayMs = 30 * dayMs

/** The admins who can sign in and have visited within 30 days. */
export const activeAdmins = ({ db, clock }: Context): Promise<string[]> =>
  readActiveAdmins(db, new Date(clock().getTime() - awayMs))

/** The e-mail addresses of all admins; only for operators. */
export const listAdmins = ({ db }: Context): Promise<string[]> => readAdmins(db)

const changeRole = (
  context: Context,
  email: string,
  { role, evenUnproven, note }: { role: Role; evenUnproven: boolean; note: NoteRoleChange },
): Promise<RoleChange> =>
  inTransaction(context, async (tx) => {
    const { db, clock } = tx
    const account = await lockAccount(db, email.trim().toLowerCase())
    if (!account) return 'unknown'
    if (account.role === role) return 'as_it_was'
    const isAddressProven = account.email_verified_at !== null
    if (!isAddressProven && !evenUnproven) return 'unproven'
    const now = clock()
    await setRole(db, { userId: account.id, role, now })
    // Earlier sessions get no admin's rights: the person signs in again.
    if (role === 'admin') await endSessions(db, { userId: account.id }, { reason: 'ended_by_admin', now })
    await note(tx, { userId: account.id, role, isAddressProven })
    return 'changed'
  })
