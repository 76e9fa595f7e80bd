import type { z } from 'zod'
import { oneAtATime, recordAudit } from '../../audit/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import { lockMerging } from '../imports/sql.ts'
import { acceptRows, queueForPosting, selectMatch } from './assignment-sql.ts'
import type { adminOrdersContract } from './contract.ts'
import { findOrder, type ReviewSettings, type SerializedDetail } from './orders.ts'

type Acceptance = z.output<(typeof adminOrdersContract)['POST /api/v1/admin/orders/:id/accept']['body']>

/**
 * Accepts the newest report of an order whose rows cannot be paired with those of an earlier report. The next
 * calculation posts the difference. An order that is not under review stays unchanged. Throws `not_found`.
 */
export async function acceptOrder(
  context: Context,
  settings: ReviewSettings,
  id: string,
  { reason }: Acceptance,
): Promise<SerializedDetail> {
  requireAdmin(context)
  await oneAtATime(context, async (tx) => {
    // Imports decide which rows are paired, so a running one is waited for.
    await lockMerging(tx.db)
    const accepted = await acceptRows(tx.db, id, tx.clock())
    if (accepted === undefined) throw notFound('Order')
    if (!accepted) return
    await queueForPosting(tx.db, id)
    const match = await selectMatch(tx.db, id)
    const of = match?.payee_id ? [{ payeeId: match.payee_id, cents: 0 }] : []
    await recordAudit(tx, { action: 'order.accept', subject: id, details: { reason }, moves: { of } })
  })
  return findOrder(context, settings, id)
}
