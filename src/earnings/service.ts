import type { Context } from '../platform/context.ts'
import { insertPayee } from './sql.ts'

/** Makes the payee of a new account, in the sign-up's own transaction. It outlives the account (decisions: Ledger). */
export async function createPayee(context: Context, userId: string): Promise<void> {
  await insertPayee(context.db, userId, context.clock())
}
