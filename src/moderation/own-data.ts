import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import type { exportedModeration } from './export-contract.ts'
import { deleteReportsOf, selectDecisionsOn, selectReportsBy } from './sql.ts'

/** The reports that the caller made, and what was decided of them. */
export async function exportModeration(context: Context): Promise<z.input<typeof exportedModeration>> {
  const { userId } = requireUser(context)
  const reports = await selectReportsBy(context.db, userId)
  const decisions = await selectDecisionsOn(context.db, userId)
  return {
    reports: reports.map((report) => ({ ...report, created_at: report.created_at.toISOString() })),
    moderation_decisions: decisions.map((decision) => ({
      ...decision,
      decided_at: decision.decided_at.toISOString(),
    })),
  }
}

/**
 * Removes reports on the caller, and the caller's name from reports that they made, in the transaction that deletes the
 * account: before their products lose their owner. Decisions on them go with the account.
 */
export const forgetModeration = (context: Context): Promise<void> =>
  deleteReportsOf(context.db, requireUser(context).userId)
