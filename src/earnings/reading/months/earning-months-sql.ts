import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { sumsByMonth, withPostedOn } from '../balances-sql.ts'

export type MonthRow = {
  /** As `2026-11`; null for rows without a month. */
  month: string | null
  posted_cents: number
  pending_cents: number
  /** The part of the pending amount that an admin has to decide on. */
  reviewed_cents: number
  /** The last day on which something of it becomes posted; null while the day of some is unknown. */
  posted_on: string | null
}

/**
 * A payee's earnings by the month with which they count, in cents, posted or pending by `today`, the latest month
 * first. They add up to the posted and pending amounts of its balance.
 */
export async function selectEarningMonths(
  db: Kysely<DB>,
  payeeId: string,
  today: string,
): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    with ${sumsByMonth(payeeId)}
    select to_char(earning_month, 'YYYY-MM') as month,
      coalesce(sum(cents) filter (where is_posted), 0)::bigint as posted_cents,
      coalesce(sum(cents) filter (where not is_posted), 0)::bigint as pending_cents,
      coalesce(sum(cents) filter (where is_under_review), 0)::bigint as reviewed_cents,
      case when bool_and(not is_under_review and isfinite(posted_on)) then max(posted_on) end as posted_on
    from (
      select *, not is_under_review and posted_on <= ${today}::date as is_posted
      from (${withPostedOn(sql`all_rows`)}) r
      where cents <> 0
    ) q
    group by earning_month order by earning_month desc nulls last`.execute(db)
  return rows
}

/**
 * How many orders of a payee were placed and shipped, by the month of their shipment, else of their order; only those
 * ordered from a day on. Cancelled orders are left out.
 */
export async function selectOrderCounts(
  db: Kysely<DB>,
  payeeId: string,
  since: string,
): Promise<{ month: string; ordered: number; shipped: number }[]> {
  const { rows } = await sql<{ month: string; ordered: number; shipped: number }>`
    select to_char(coalesce(o.shipped_on, o.order_date), 'YYYY-MM') as month, count(*)::int as ordered,
      count(*) filter (where o.order_status <> 'pending')::int as shipped
    from order_matches m join amazon_orders o using (order_item_id)
    where m.payee_id = ${payeeId} and m.order_date >= ${since}::date and o.order_status in ('pending', 'shipped', 'returned')
    group by 1`.execute(db)
  return rows
}
