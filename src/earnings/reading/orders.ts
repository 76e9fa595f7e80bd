import type { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { centsToUsd } from '../../shared/money.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import type { earningsContract, LedgerOrder, OrderSort } from '../contract.ts'
import type { OrderMonth } from '../history-contract.ts'
import { readOrderCursor, writeOrderCursor } from './ledger-rules.ts'
import { monthsOfDays, monthsOfMoments } from './months/history-months.ts'
import { type OrderRow, selectOrderMonths, selectOrders } from './orders-sql.ts'
import {
  type LedgerOptions,
  reportDay,
  serializePosted,
  serializeProduct,
  serializeWaiting,
} from './serialize.ts'

type History = z.input<(typeof earningsContract)['GET /api/v1/me/ledger/orders']['response']>
type OrderPage = Omit<History, 'months'>

const pageSize = 50

type Asked = {
  sort: OrderSort
  product?: string | undefined
  month?: string | undefined
  cursor?: string | undefined
}
type Whose = Parameters<typeof selectOrders>[1]

/**
 * The caller's ledger by orders, the latest first, by their day or by their first row
 * (docs/product/earnings.md#orders), with the sums of the page's months. Empty for a product that is not theirs.
 * Throws `validation_failed` for a cursor that is invalid or of the other sort.
 */
export async function listLedgerOrders(
  context: Context,
  { tz, ...asked }: Asked & { tz: string },
  options: LedgerOptions,
): Promise<History> {
  const { userId } = requireUser(context)
  const page = await pageOfOrders(context, { userId }, asked, options)
  return { ...page, months: await monthsOf(context, { userId }, { tz, ...asked }, page.items) }
}

/** The months that some orders are of, by what they are sorted by, with all that the caller has of these months. */
async function monthsOf(
  { db }: Context,
  of: Whose,
  { sort, product, month, tz }: Asked & { tz: string },
  orders: LedgerOrder[],
): Promise<OrderMonth[]> {
  const months =
    sort === 'ordered'
      ? monthsOfDays(orders.map(({ order_date }) => order_date))
      : monthsOfMoments(
          orders.map(({ first_posted_at }) => new Date(first_posted_at)),
          tz,
        )
  const rows = await selectOrderMonths(db, of, { sort, product, month }, months)
  return rows.map(({ cents, ...of }) => ({ ...of, user_amount: centsToUsd(cents) }))
}

/** The same for a payee, the latest order first. The caller checks who may know it. */
export const ordersOfPayee = (
  context: Context,
  payeeId: string,
  { cursor }: Pick<Asked, 'cursor'>,
  options: LedgerOptions,
): Promise<OrderPage> => pageOfOrders(context, { payeeId }, { sort: 'ordered', cursor }, options)

async function pageOfOrders(
  context: Context,
  of: Whose,
  { sort, product, month, cursor }: Asked,
  options: LedgerOptions,
): Promise<OrderPage> {
  const today = reportDay(context, options)
  const after = parseCursor(cursor, (text) => readOrderCursor(sort, text))
  const rows = await selectOrders(context.db, of, { sort, product, month, after, limit: pageSize + 1 })
  return toPage(rows, {
    limit: pageSize,
    serialize: (row: OrderRow) => serializeOrder(row, today),
    cursorOf: ({ key, first_sequence: sequence }) => writeOrderCursor({ key, sequence }),
  })
}

function serializeOrder(row: OrderRow, today: string): LedgerOrder {
  const entries = row.entries.map(({ created_at, ...entry }) =>
    serializePosted({ ...entry, under_review: row.under_review, created_at: new Date(created_at) }, today),
  )
  return {
    order_item_id: row.order_item_id,
    order_date: row.order_date,
    first_posted_at: row.posted_at.toISOString(),
    gross_commission: centsToUsd(row.gross_commission_cents),
    platform_fee_amount: centsToUsd(row.gross_commission_cents - row.user_amount_cents),
    user_amount: centsToUsd(row.user_amount_cents),
    month_amount: row.month_cents === null ? null : centsToUsd(row.month_cents),
    status: statusOf(row, entries),
    under_review: row.under_review,
    is_provisional: row.is_provisional,
    held: row.held,
    waiting: row.waiting && serializeWaiting(row.waiting),
    amazon_orders: {
      product_title: row.order_title,
      asin: row.order_asin,
      confidence: row.confidence,
    },
    product: row.product_id === null ? null : serializeProduct(row),
    through_list: row.through_list,
    entries,
  }
}

/** An order whose rows sum up to zero is not pending. */
function statusOf(row: OrderRow, entries: LedgerOrder['entries']): LedgerOrder['status'] {
  if (row.gross_commission_cents === 0 && row.user_amount_cents === 0) return 'netted'
  if (row.under_review) return 'under_review'
  return entries.every(({ status }) => status === 'posted') ? 'posted' : 'pending'
}
