import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import type { assigningContract } from './assigning-contract.ts'
import { findCreditedProduct } from './assignment.ts'
import { type CandidateRow, selectCandidates } from './candidates-sql.ts'
import type { ReviewSettings } from './orders.ts'
import { selectOrder } from './orders-sql.ts'

type Candidates = z.input<(typeof assigningContract)['GET /api/v1/admin/orders/:id/candidates']['response']>

/**
 * The products of an order's item in any marketplace, and the product that a text names, which may be of another
 * item. Throws `not_found`, and `validation_failed` for a text that names none.
 */
export async function listCandidates(
  context: Context,
  settings: ReviewSettings,
  id: string,
  productRef: string | undefined,
): Promise<Candidates> {
  requireAdmin(context)
  const order = await selectOrder(context.db, id)
  if (!order) throw notFound('Order')
  const named = productRef ? (await findCreditedProduct(context, settings, productRef)).id : null
  const rows = await selectCandidates(context.db, order, named)
  const found = rows.find(({ product_id }) => product_id === named)
  return {
    items: rows.filter(({ asin, is_deleted }) => asin === order.asin && !is_deleted).map(serialize),
    named: found ? serialize(found) : null,
  }
}

const serialize = ({
  payee_id,
  username,
  last_presses,
  ...row
}: CandidateRow): Candidates['items'][number] => ({
  ...row,
  creator: { payee_id, username },
  last_presses: last_presses.map((at) => at.toISOString()),
})
