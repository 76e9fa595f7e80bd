import { type Context, requireUser } from '../platform/context.ts'
import { insertPayee, severPayeeOf } from './sql.ts'

export { finishPosting, type Owed, postOwed } from './posting/service.ts'
export { earningsChecks } from './proof/verify.ts'
export { earningsAnalytics } from './reading/analytics.ts'
export { createLedgerExports, exportEarnings, exportLedgerFile } from './reading/export.ts'
export { explainLedgerEntry, listLedger } from './reading/ledger.ts'
export { listStatements, readStatement } from './reading/statements.ts'

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
