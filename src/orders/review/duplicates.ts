import type { z } from 'zod'
import { oneAtATime, recordAudit } from '../../audit/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { AppError, notFound } from '../../shared/errors.ts'
import { maxDays, whySettled } from '../imports/formats/duplicate-rules.ts'
import { selectDecidedDuplicates, selectRowsAbout } from '../imports/formats/duplicate-sql.ts'
import { decideDuplicates } from '../imports/merge/merging.ts'
import { renewPreviews } from '../imports/merge/preview.ts'
import { lockMerging, prepareLong } from '../imports/sql.ts'
import { selectMatch } from './assignment-sql.ts'
import type { adminOrdersContract } from './contract.ts'
import { findOrder, type ReviewSettings, type SerializedDetail } from './orders.ts'

type Change = z.output<(typeof adminOrdersContract)['PUT /api/v1/admin/orders/:id/duplicate']['body']>

/**
 * Changes whether an order of Folio's CSV and a row of Fee-Earnings are one sale (decision 42). The paying side changes
 * at once; the next matching and calculation post the difference. The same choice again changes nothing. Throws
 * `not_found` if nothing was decided about the two, and `conflict` if the decision no longer applies.
 */
export async function changeDuplicate(
  context: Context,
  settings: ReviewSettings,
  id: string,
  { duplicate_id, choice, reason }: Change,
): Promise<SerializedDetail> {
  requireAdmin(context)
  const isSameSale = choice === 'same_sale'
  await oneAtATime(context, async (tx) => {
    await prepareLong(tx.db)
    await lockMerging(tx.db)
    const [pair] = await selectDecidedDuplicates(tx.db, id, duplicate_id)
    if (!pair) throw notFound('Decision')
    if (pair.is_same_sale === isSameSale) return
    const { order, row, marketplace } = pair
    const why = whySettled(pair)
    if (why || !order || !row || !marketplace)
      throw new AppError('conflict', `This can no longer be changed. ${why}`)
    const rows = await selectRowsAbout(tx.db, { marketplace, maxDays })
    await decideDuplicates(tx, { rows, duplicates: [{ order, row }] }, isSameSale)
    const matches = [await selectMatch(tx.db, order.id), await selectMatch(tx.db, row.id)]
    const owners = matches.flatMap((match) => match?.payee_id ?? [])
    await recordAudit(tx, {
      moves: { of: owners.map((payeeId) => ({ payeeId, cents: 0 })) },
      action: 'twins.change',
      subject: order.id,
      details: { fee_item_id: row.id, before: isSameSale ? 'two_sales' : 'same_sale', after: choice, reason },
    })
  })
  await renewPreviews(context)
  return findOrder(context, settings, id)
}
