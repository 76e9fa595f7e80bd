import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

export type OrderRow = {
  order_item_id: string
  marketplace: string
  order_date: string
  asin: string
  product_title: string
  quantity: number
  commission_cents: number
  order_status: string
  is_withdrawn: boolean
  has_ledger: boolean
  confidence: string | null
  rule: string | null
  payee_id: string | null
  username: string | null
  product_id: string | null
  short_link_id: string | null
  reason: string | null
  is_held: boolean | null
  version: number | null
}

/** What is told of each order in every list. */
export const orderColumns = sql`
  o.order_item_id, o.marketplace, o.order_date, o.asin, o.product_title, o.quantity, o.commission_cents, o.order_status,
  o.observation_id is null as is_withdrawn,
  exists (select from earnings_ledger l where l.order_item_id = o.order_item_id) as has_ledger,
  m.confidence, m.evidence->>'rule' as rule, m.payee_id, p.username, m.product_id, m.short_link_id, m.reason, m.is_held,
  m.version`

/** The match of an order `o`, and its creator while there is an account. */
export const matchJoins = sql`
  left join order_matches m on m.order_item_id = o.order_item_id
  left join payees y on y.id = m.payee_id
  left join profiles p on p.id = y.user_id`

/** The orders at some places, in the places' order, each with its place's own columns. */
export async function selectOrdersAt<Place>(
  db: Kysely<DB>,
  { places, order, columns }: Record<'places' | 'order' | 'columns', RawBuilder<unknown>>,
): Promise<(OrderRow & Place)[]> {
  const { rows } = await sql<OrderRow & Place>`
    select ${orderColumns}, ${columns}
    from (${places}) as place join amazon_orders o on o.order_item_id = place.order_item_id ${matchJoins}
    order by ${order}`.execute(db)
  return rows
}
