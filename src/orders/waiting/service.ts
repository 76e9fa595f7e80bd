import type { z } from 'zod'
import { presentWaiting } from '../../earnings/index.ts'
import { type Context, requireUser } from '../../platform/context.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import { readOrderCursor, writeOrderCursor } from '../order-list/rules.ts'
import type { waitingOrdersContract } from './contract.ts'
import { selectWaitingOrders, selectWaitingSums, type WaitingOrderRow } from './sql.ts'

type WaitingPage = z.input<(typeof waitingOrdersContract)['GET /api/v1/me/orders/waiting']['response']>

const pageSize = 50

/**
 * The caller's orders that have no row in their ledger because they wait for a rate, the newest first
 * (docs/product/earnings.md#waiting-for-a-rate). Throws `validation_failed` for an invalid cursor.
 */
export async function listWaitingOrders(
  context: Context,
  { product, cursor }: { product?: string | undefined; cursor?: string | undefined },
): Promise<WaitingPage> {
  const { userId } = requireUser(context)
  const before = parseCursor(cursor, readOrderCursor)
  const of = { userId, product }
  const rows = await selectWaitingOrders(context.db, of, { before, limit: pageSize + 1 })
  const sums = rows.length === 0 ? [] : await selectWaitingSums(context.db, of)
  return {
    ...toPage(rows, {
      limit: pageSize,
      present: ({ waiting, ...order }: WaitingOrderRow) => ({ ...order, waiting: presentWaiting(waiting) }),
      cursorOf: ({ order_date: key, order_item_id: orderItemId }) => writeOrderCursor({ key, orderItemId }),
    }),
    sums: sums.map(({ orders, ...sum }) => ({ ...presentWaiting(sum), orders })),
  }
}
