import { type Kysely, sql } from 'kysely'
import type { WaitingRow } from '../../earnings/index.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { OrderCursor } from '../order-list/rules.ts'

type Of = { userId: string; product: string | undefined }

export type WaitingOrderRow = {
  order_item_id: string
  product_title: string
  asin: string
  order_date: string
  waiting: WaitingRow
}

/**
 * A person's orders that wait for a rate and have no row yet. An order that an admin has to decide on waits for that.
 */
const waitingOrders = ({ userId, product }: Of) => sql`
  select m.order_item_id, m.order_date, o.product_title, o.asin, w.waiting
  from order_matches m join amazon_orders o using (order_item_id)
  cross join lateral waits_for_rates(o.order_item_id) w (waiting)
  where m.payee_id = (select id from payees where user_id = ${userId})
    and o.currency <> 'USD' and o.review_reason is null and (w.waiting ->> 'smallest_units')::bigint > 0
    and not exists (select from earnings_ledger l where (l.order_item_id, l.payee_id) = (m.order_item_id, m.payee_id))
    ${product === undefined ? sql`` : sql`and m.product_id = ${product}`}`

/** The next of them after a position, the newest first. */
export async function selectWaitingOrders(
  db: Kysely<DB>,
  of: Of,
  { before, limit }: { before: OrderCursor | undefined; limit: number },
): Promise<WaitingOrderRow[]> {
  const { rows } = await sql<WaitingOrderRow>`
    ${waitingOrders(of)}
      ${before === undefined ? sql`` : sql`and (m.order_date, m.order_item_id) < (${before.key}::date, ${before.orderItemId})`}
    order by m.order_date desc, m.order_item_id desc limit ${limit}`.execute(db)
  return rows
}

/** The sum of all of them, by the rates that they wait for. */
export async function selectWaitingSums(
  db: Kysely<DB>,
  of: Of,
): Promise<(WaitingRow & { orders: number })[]> {
  const { rows } = await sql<WaitingRow & { orders: number }>`
    select waiting ->> 'currency' as currency, waiting -> 'months' as months,
      sum((waiting ->> 'smallest_units')::bigint)::bigint as smallest_units, count(*)::int as orders
    from (${waitingOrders(of)}) w group by 1, 2 order by 2, 1`.execute(db)
  return rows
}
