import type { z } from 'zod'
import { oneAtATime, recordAudit } from '../../../audit/index.ts'
import { type Context, requireAdmin } from '../../../platform/context.ts'
import { AppError, invalid } from '../../../shared/errors.ts'
import { foldReturns } from '../../imports/merge/merging.ts'
import { renewPreviews } from '../../imports/merge/preview.ts'
import { lockMerging, prepareLong, selectUnlessGone } from '../../imports/sql.ts'
import type { adminOrdersContract } from '../contract.ts'
import { findOrder, type ReviewSettings, type SerializedDetail } from '../orders.ts'
import { insertAnswer, isAsked, selectAnswer, selectCandidates } from './sql.ts'

type Answer = z.output<(typeof adminOrdersContract)['PUT /api/v1/admin/orders/:id/purchase']['body']>

/**
 * Records which purchase a return belongs to, or that nobody can know, so that the platform bears it
 * (docs/product/reports.md#whose-return-is-this). Orders change at once; the next calculation posts the difference. The
 * same answer again changes nothing, another one replaces it. Throws `conflict` for an order that is not asked about,
 * `validation_failed` for an impossible purchase, and `second_admin_needed` if one of the purchases is the caller's.
 */
export async function answerReturn(
  context: Context,
  settings: ReviewSettings,
  id: string,
  { purchase_id, reason }: Answer,
): Promise<SerializedDetail> {
  requireAdmin(context)
  // Throws for an unknown order.
  await findOrder(context, settings, id)
  await oneAtATime(context, async (tx) => {
    await prepareLong(tx.db)
    // Imports decide from which purchases a return could take, so a running one is waited for.
    await lockMerging(tx.db)
    const before = await selectAnswer(tx.db, id)
    if (!before && !(await isAsked(tx.db, id)))
      throw new AppError('conflict', 'There is no question about this order any more. Look at it again.')
    if (before && before.purchase_id === purchase_id) return
    const candidates = await selectCandidates(tx.db, id)
    if (purchase_id !== null && !candidates.some((one) => one.order_item_id === purchase_id))
      throw invalid('purchase_id', 'This return cannot be of that purchase.')
    await insertAnswer(tx.db, {
      return_id: id,
      purchase_id,
      reason,
      actor_id: await selectUnlessGone(tx.db, tx.actor?.userId),
      answered_at: tx.clock(),
    })
    await foldReturns(tx)
    const payees = [...new Set(candidates.flatMap(({ payee_id }) => payee_id ?? []))]
    await recordAudit(tx, {
      action: 'order.purchase',
      subject: id,
      details: { before: before ? before.purchase_id : undefined, after: purchase_id, reason },
      moves: { of: payees.map((payeeId) => ({ payeeId, cents: 0 })) },
    })
  })
  await renewPreviews(context)
  return findOrder(context, settings, id)
}
