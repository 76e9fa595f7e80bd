import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import type { exportedEarnings } from './export-contract.ts'
import { insertPayee, selectOwnPayee, severPayeeOf } from './sql.ts'

/** Makes the payee of a new account, in the sign-up's own transaction. It outlives the account (decisions: Ledger). */
export async function createPayee(context: Context, userId: string): Promise<void> {
  await insertPayee(context.db, userId, context.clock())
}

/** What an export tells of the caller as someone who is paid. */
export async function exportEarnings(context: Context): Promise<z.input<typeof exportedEarnings>> {
  const payee = await selectOwnPayee(context.db, requireUser(context).userId)
  return { payee: payee ? { id: payee.id, created_at: payee.created_at.toISOString() } : null }
}

/**
 * Cuts the caller off from their payee, in the transaction that deletes the account: what was and will be earned
 * stays in the books, and nobody can tell any more whose it was (decisions: Ledger).
 */
export async function severPayee(context: Context): Promise<void> {
  await severPayeeOf(context.db, requireUser(context).userId)
}
