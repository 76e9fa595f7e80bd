import { type Context, inTransaction } from '../../platform/context.ts'
import { lockAccount } from '../account/sql.ts'
import { mailNotice } from '../notices.ts'
import { deletePasskeysOf } from '../passkeys/sql.ts'
import { lowerSessions } from '../sessions/sql.ts'
import { deleteAllFactors, forgetDrop } from './sql.ts'

/** The outcome of a reset; `none` and `unknown` changed nothing. */
type Reset = 'reset' | 'none' | 'unknown'

/**
 * Logs a reset in the transaction that makes it. Identity may not import the audit log, so `src/admin.ts` passes it in.
 */
type NoteReset = (context: Context, userId: string) => Promise<void>

/**
 * Removes the second steps and passkeys of a person who has lost them, and mails them about it. For the server's
 * operators: it checks no permission, so no route may lead here.
 */
export const resetFactors = (context: Context, email: string, note: NoteReset): Promise<Reset> =>
  inTransaction(context, async (tx) => {
    const account = await lockAccount(tx.db, email.trim().toLowerCase())
    if (!account) return 'unknown'
    const hadFactors = await dropFactors(tx, account.id)
    const passkeys = await deletePasskeysOf(tx.db, account.id)
    if (!hadFactors && passkeys === 0) return 'none'
    await mailNotice(tx, account.id, { change: 'reset' })
    await note(tx, account.id)
    return 'reset'
  })

/**
 * Removes a person's factors and lowers the sessions that they raised; a planned removal is cancelled. False if there
 * were none. Runs in the caller's transaction.
 */
export async function dropFactors({ db }: Context, userId: string): Promise<boolean> {
  await forgetDrop(db, userId)
  const dropped = await deleteAllFactors(db, userId)
  if (dropped > 0) await lowerSessions(db, userId)
  return dropped > 0
}
