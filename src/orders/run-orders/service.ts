import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { serializeOrder } from '../review/orders.ts'
import { selectRun } from '../runs/sql.ts'
import { decoded } from '../url-rules.ts'
import type { runOrdersContract } from './contract.ts'
import { outcomesOf } from './rules.ts'
import { selectRunOrders } from './sql.ts'

type List = (typeof runOrdersContract)['GET /api/v1/admin/runs/:id/orders']

/**
 * A page of the orders behind a number of a run. Admins only. Throws `not_found` for an unknown run or one from
 * before orders were stored with runs, and `validation_failed` for a bad cursor.
 */
export async function listRunOrders(
  context: Context,
  id: string,
  { figure, cursor }: z.output<List['query']>,
): Promise<z.input<List['response']>> {
  requireAdmin(context)
  const run = await selectRun(context.db, id)
  if (!run?.orders_listed) throw notFound('Run')
  const after = parseCursor(cursor, readIdCursor)
  const limit = adminPageSize
  const rows = await selectRunOrders(context.db, {
    runId: id,
    outcomes: outcomesOf[figure],
    after,
    limit: limit + 1,
  })
  return toPage(rows, {
    limit,
    serialize: serializeOrder,
    cursorOf: ({ order_item_id }) => encodeURIComponent(order_item_id),
  })
}

/** The order id in a cursor, which is safe in a URL whatever the id contains; null for any other text. */
function readIdCursor(text: string): string | null {
  const id = decoded(text)
  return id && !id.includes('\0') ? id : null
}
