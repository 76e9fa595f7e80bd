import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { readInTime, searchTime } from '../../platform/searches/in-time.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { serializeOrder } from '../review/orders.ts'
import type { ListedOrders, orderListContract } from './contract.ts'
import { selectOrders } from './list-sql.ts'
import { selectPostedOrders } from './posted-list-sql.ts'
import { filterOf, orderingOf, readOrderCursor, readSearch, writeOrderCursor } from './rules.ts'

type List = (typeof orderListContract)['GET /api/v1/admin/orders']
type Page = z.input<List['response']>
/** The query, and the cursor of the page before. */
type Asked = ListedOrders & { cursor?: string | undefined }

/**
 * A page of the orders in a state that pass a filter, or that a search finds among them: the newest first, or by
 * `sort`. Without `sort`, orders with ledger rows are sorted by their first row. Admins only. Throws
 * `validation_failed` for a cursor of another list, and `unavailable` where a search takes too long.
 */
export function listOrders(context: Context, asked: Asked): Promise<Page> {
  const list = (reading: Context) => readOrders(reading, asked, adminPageSize)
  return asked.q === undefined ? list(context) : readInTime(context, searchTime, (step) => step(list))
}

/** This many of these orders, however long a search takes. Admins only. */
export function readOrders(context: Context, asked: Asked, limit: number): Promise<Page> {
  requireAdmin(context)
  return asked.state === 'with_ledger' && asked.sort === undefined
    ? listPostedOrders(context, asked, limit)
    : listSortedOrders(context, asked, limit)
}

async function listSortedOrders({ db }: Context, asked: Asked, limit: number): Promise<Page> {
  const ordering = orderingOf(asked.sort)
  const rows = await selectOrders(db, {
    state: asked.state,
    filter: filterOf(asked),
    search: readSearch(asked.q),
    ordering,
    before: parseCursor(asked.cursor, (text) => readOrderCursor(text, ordering.by)),
    limit: limit + 1,
  })
  return toPage(rows, {
    limit,
    serialize: (row) => serializeOrder(row),
    cursorOf: (row) => writeOrderCursor({ key: row.cursor_key, orderItemId: row.order_item_id }),
  })
}

async function listPostedOrders({ db }: Context, asked: Asked, limit: number): Promise<Page> {
  const rows = await selectPostedOrders(db, {
    filter: filterOf(asked),
    search: readSearch(asked.q),
    before: parseCursor(asked.cursor, readCursor),
    limit: limit + 1,
  })
  return toPage(rows, {
    limit,
    serialize: (row) => serializeOrder(row),
    cursorOf: (row) => writeCursor({ createdAt: row.posted_at, id: row.ledger_id }),
  })
}
