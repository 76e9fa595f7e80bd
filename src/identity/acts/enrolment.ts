import { randomBytes } from 'node:crypto'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { dayMs } from '../../shared/time.ts'
import { lockAccount } from '../account/sql.ts'
import { codeLength, plainCode, recoveryCodeOf } from '../code-rules.ts'
import { hashOfToken } from '../sessions/sessions.ts'
import { endEnrolmentCodes, storeOneTimeToken, takeEnrolmentToken } from '../tokens/sql.ts'
import { proved } from './service.ts'

/** Logs the code in the transaction that makes it; the audit log is not identity's, so `src/admin.ts` passes it in. */
type NoteEnrolment = (context: Context, userId: string) => Promise<void>

/**
 * A code with which an admin sets up their first second step, once and within a day; it ends earlier ones. Undefined
 * for an address without an admin. For the server's operators: it checks no permission, so no route may lead here.
 */
export const makeEnrolmentCode = (
  context: Context,
  email: string,
  note: NoteEnrolment,
): Promise<string | undefined> =>
  inTransaction(context, async (tx) => {
    const account = await lockAccount(tx.db, email.trim().toLowerCase())
    if (account?.role !== 'admin') return undefined
    await endEnrolmentCodes(tx.db, account.id)
    const code = recoveryCodeOf(randomBytes(codeLength))
    const now = tx.clock()
    await storeOneTimeToken(tx.db, {
      purpose: 'enrolment',
      tokenHash: hashOfToken(`enrolment ${account.id} ${code}`),
      userId: account.id,
      challenge: null,
      now,
      expiresAt: new Date(now.getTime() + dayMs),
    })
    await note(tx, account.id)
    return code
  })

/**
 * Uses the caller's code; means that they add in the next 15 minutes are settled at once. False if there is no such
 * code.
 */
export async function takeEnrolmentCode(context: Context, typed: string): Promise<boolean> {
  const { userId } = requireUser(context)
  return inTransaction(context, async (tx) => {
    const tokenHash = hashOfToken(`enrolment ${userId} ${plainCode(typed)}`)
    if (!(await takeEnrolmentToken(tx.db, { tokenHash, userId, now: tx.clock() }))) return false
    await proved(tx, 'operator_code')
    return true
  })
}
