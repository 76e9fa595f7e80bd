import type pg from 'pg'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { fileText } from '../../platform/files/export.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/limits/rate-limit.ts'
import { digitsOf } from '../../shared/amazon/currencies.ts'
import { exportName, type FileFormat } from '../../shared/export-file.ts'
import type { ListedOrders } from './contract.ts'
import { readOrders } from './service.ts'

const batchSize = 1_000

/** The columns of a file of orders, in their order. */
const columns = [
  'order_item_id',
  'order_date',
  'marketplace',
  'asin',
  'product_title',
  'quantity',
  'commission',
  'currency',
  'order_status',
  'creator',
  'confidence',
  'short_link_id',
  'under_review',
  'evidence_disagrees',
  'has_ledger',
  'waiting_return',
] as const

/** Limits how often an admin may export orders. */
export const createOrderExports = (pool: pg.Pool): RateLimiter =>
  createRateLimiter(pool, { name: 'order_exports', points: 20, seconds: 600, of: 'files of orders' })

/** All orders of a list as a file: its text in pieces, and its name. Admins only. Throws `rate_limited`. */
export async function exportOrders(
  context: Context,
  { format, ...listed }: ListedOrders & { format: FileFormat },
  { exports }: { exports: RateLimiter },
): Promise<{ text: AsyncIterable<string>; name: string }> {
  const { userId } = requireAdmin(context)
  await exports.take(userId)
  // In a CSV an amount has its currency's decimals, in JSON it is a number.
  const amount = (units: number, currency: string) =>
    format === 'csv' ? units.toFixed(digitsOf(currency)) : units
  async function* batches() {
    for await (const orders of pagesOf(context, listed))
      yield orders.map((order) => ({
        ...order,
        commission: amount(order.commission, order.currency),
        waiting_return: amount(order.waiting_return, order.currency),
        under_review: order.under_review.join(' '),
        confidence: order.match?.confidence ?? null,
        creator: order.match?.creator?.username ?? null,
        short_link_id: order.match?.short_link_id ?? null,
      }))
  }
  return {
    text: fileText({ format, columns, batches: batches() }),
    name: exportName('orders', format, context.clock()),
  }
}

// One statement a page, not one transaction: a slow reader would hold a connection and keep old rows from being
// vacuumed.
async function* pagesOf(context: Context, listed: ListedOrders) {
  let cursor: string | null | undefined
  do {
    const page = await readOrders(context, { ...listed, ...(cursor && { cursor }) }, batchSize)
    yield page.items
    cursor = page.next_cursor
  } while (cursor)
}
