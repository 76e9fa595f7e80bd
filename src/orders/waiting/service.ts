import type { z } from 'zod'
import { serializeWaiting } from '../../earnings/index.ts'
import { type Context, requireUser } from '../../platform/context.ts'
import { eachOf, type InBatches } from '../../platform/files/json-object.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import { type OrderCursor, readOrderCursor, writeOrderCursor } from '../order-list/rules.ts'
import type { exportedWaiting, WaitingOrder, waitingOrdersContract } from './contract.ts'
import { selectWaitingOrders, selectWaitingSums, type WaitingOrderRow } from './sql.ts'

type WaitingPage = z.input<(typeof waitingOrdersContract)['GET /api/v1/me/orders/waiting']['response']>

const pageSize = 50
/** How many a batch of the export has. */
const batchSize = 1_000

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
      serialize,
      cursorOf: (row) => writeOrderCursor(positionOf(row)),
    }),
    sums: sums.map(({ orders, ...sum }) => ({ ...serializeWaiting(sum), orders })),
  }
}

/** The part of the caller's export with all of these orders. Read it in the caller's transaction. */
export function exportWaiting(context: Context): InBatches<z.input<typeof exportedWaiting>> {
  const { userId } = requireUser(context)
  return { orders_waiting: eachOf(batchesOf(context, userId), serialize) }
}

async function* batchesOf({ db }: Context, userId: string) {
  const of = { userId, product: undefined }
  let before: OrderCursor | undefined
  do {
    const batch = await selectWaitingOrders(db, of, { before, limit: batchSize })
    yield batch
    const last = batch.at(-1)
    before = last && batch.length === batchSize ? positionOf(last) : undefined
  } while (before)
}

const serialize = ({ waiting, ...order }: WaitingOrderRow): WaitingOrder => ({
  ...order,
  waiting: serializeWaiting(waiting),
})

const positionOf = ({ order_date, order_item_id }: WaitingOrderRow): OrderCursor => ({
  key: order_date,
  orderItemId: order_item_id,
})
