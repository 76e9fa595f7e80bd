import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { placeOf, toPage } from '../../shared/paging.ts'
import type { adminOrdersContract } from './contract.ts'
import { selectOrders } from './list-sql.ts'
import { presentOrder } from './orders.ts'
import { selectPostedOrders } from './posted-list-sql.ts'
import { readOrderCursor, writeOrderCursor } from './rules.ts'
import { readSearch } from './search-rules.ts'

type List = (typeof adminOrdersContract)['GET /api/v1/admin/orders']
type Page = z.input<List['response']>

/** The part of a list that was asked for, whose place is a cursor. */
type Asked<Select extends typeof selectOrders | typeof selectPostedOrders> = Omit<
  Parameters<Select>[1],
  'before' | 'limit'
> & { cursor?: string | undefined }

/** Rows of a page in the lists of admins. */
export const adminPageSize = 50

/**
 * A page of the orders in a state, or of those in it that a search finds, the newest first. Those with ledger rows come
 * by their first one. Throws `validation_failed` for a cursor of another list.
 */
export function listOrders(context: Context, { state, q, cursor }: z.output<List['query']>): Promise<Page> {
  requireAdmin(context)
  const search = readSearch(q)
  if (state === 'with_ledger') return listPostedOrders(context, { search, cursor })
  return listNewestOrders(context, { state, search, cursor })
}

async function listNewestOrders(
  { db }: Context,
  { state, search, cursor }: Asked<typeof selectOrders>,
): Promise<Page> {
  const before = placeOf(cursor, readOrderCursor)
  const rows = await selectOrders(db, { state, search, before, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    present: (row) => presentOrder(row),
    cursorOf: (row) => writeOrderCursor({ orderDate: row.place_date, orderItemId: row.order_item_id }),
  })
}

async function listPostedOrders(
  { db }: Context,
  { search, cursor }: Asked<typeof selectPostedOrders>,
): Promise<Page> {
  const before = placeOf(cursor, readCursor)
  const rows = await selectPostedOrders(db, { search, before, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    present: (row) => presentOrder(row),
    cursorOf: (row) => writeCursor({ createdAt: row.posted_at, id: row.ledger_id }),
  })
}
