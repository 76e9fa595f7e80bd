import { type Context, requireUser } from '../platform/context.ts'
import { insertPayee, severPayeeOf } from './sql.ts'

export { earningsAnalytics } from './analytics.ts'
export { createLedgerExports, exportEarnings, exportLedgerFile } from './export.ts'
export { explainLedgerEntry, listLedger } from './ledger.ts'
export { finishPosting, type Owed, postOwed } from './posting.ts'
export { listStatements, readStatement } from './statements.ts'
export { earningsChecks } from './verify.ts'

/** Makes the payee of a new account, in the sign-up's own transaction. It outlives the account (decisions: Ledger). */
export async function createPayee(context: Context, userId: string): Promise<void> {
  await insertPayee(context.db, userId, context.clock())
}

/**
 * Cuts the caller off from their payee, in the transaction that deletes the account: what was and will be earned
 * stays in the books, and nobody can tell any more whose it was (decisions: Ledger).
 */
export async function severPayee(context: Context): Promise<void> {
  await severPayeeOf(context.db, requireUser(context).userId)
}
