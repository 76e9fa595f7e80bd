import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

export type Move = {
  marketplace: string
  from_month: string
  to_month: string
  orders: number
  cents: number
}

/**
 * Orders in dollars whose rows all name a month in which they are worth nothing by now, because they were posted before
 * the month of shipment counted; of which nothing counts as posted on a day; and which do not wait for a calculation.
 */
const misplaced = (today: string) => sql`
  with standing as (
    select order_item_id, payee_id, marketplace, to_char(earning_month, 'YYYY-MM') as month,
      sum(gross_commission_cents) as cents,
      bool_or(posted_on(marketplace, coalesce(counts_month, earning_month), available_on) <= ${today}::date) as is_posted
    from earnings_ledger where order_item_id is not null and earning_month is not null
    group by 1, 2, 3, 4
  ), pairs as (
    select order_item_id, payee_id, marketplace, max(month) as month from standing
    group by 1, 2, 3 having count(*) = 1 and min(cents) > 0 and not bool_or(is_posted)
  )
  select p.order_item_id, p.marketplace, p.month as from_month, w.earning_month as to_month, w.commission_cents
  from pairs p
  join order_matches m on (m.order_item_id, m.payee_id) = (p.order_item_id, p.payee_id)
  join amazon_orders o on o.order_item_id = p.order_item_id and o.currency = 'USD' and o.review_reason is null
  join order_months w on w.order_item_id = p.order_item_id and w.earning_month <> p.month and w.commission_cents > 0
  where not exists (select from order_months s where (s.order_item_id, s.earning_month) = (p.order_item_id, p.month))
    and not exists (select from orders_to_post q where q.order_item_id = p.order_item_id)`

/** How many orders move, and between which months, with their commissions in US cents. An order may move to several. */
export async function selectMoves(db: Kysely<DB>, today: string): Promise<{ orders: number; moves: Move[] }> {
  const { rows } = await sql<Move & { is_total: boolean }>`
    select marketplace, from_month, to_month, count(distinct order_item_id)::int as orders,
      sum(commission_cents)::bigint as cents, grouping(marketplace) = 1 as is_total
    from (${misplaced(today)}) m
    group by grouping sets ((marketplace, from_month, to_month), ()) order by 2, 3, 1`.execute(db)
  return {
    orders: rows.find(({ is_total }) => is_total)?.orders ?? 0,
    moves: rows.filter(({ is_total }) => !is_total),
  }
}

/** Queues them for calculation; returns how many there are. */
export async function queueMisplaced(db: Kysely<DB>, today: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into orders_to_post (order_item_id) select distinct order_item_id from (${misplaced(today)}) m
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}
