import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** What a month's orders of a marketplace are worth as reports say now, in cents. */
export type ReportedMonth = {
  /** As `2026-11`. */
  month: string
  marketplace: string
  creators: number
  nobodys: number
  /** Of orders of which an admin has to decide first. */
  underReview: number
}

/** Which of these orders of a month of a marketplace Amazon pays for, with their commissions in cents. */
export const selectReportedOrders = (
  db: Kysely<DB>,
  { marketplace, month }: { marketplace: string; month: string },
  ids: string[],
) =>
  db
    .selectFrom('amazon_orders')
    .where('order_item_id', 'in', ids)
    .where('marketplace', '=', marketplace)
    .where(sql<boolean>`to_char(order_date, 'YYYY-MM') = ${month}`)
    .where('order_status', '=', 'shipped')
    .where('observation_id', 'is not', null)
    .select(['order_item_id', 'commission_cents'])
    .execute()

/** The months between two days, of each marketplace in which an order of theirs is shipped. */
export async function selectReportedMonths(
  db: Kysely<DB>,
  { from, until }: { from: string; until: string },
): Promise<ReportedMonth[]> {
  const { rows } = await sql<ReportedMonth>`
    select to_char(order_date, 'YYYY-MM') as month, marketplace,
      coalesce(sum(commission_cents) filter (where not waits and payee_id is not null), 0)::bigint as creators,
      coalesce(sum(commission_cents) filter (where not waits and payee_id is null), 0)::bigint as nobodys,
      coalesce(sum(commission_cents) filter (where waits), 0)::bigint as "underReview"
    from (
      select o.order_date, o.marketplace, o.commission_cents, m.payee_id,
        o.review_reason is not null or m.review is not null as waits
      from amazon_orders o left join order_matches m using (order_item_id)
      where o.order_date >= ${from}::date and o.order_date < ${until}::date
        and o.order_status = 'shipped' and o.observation_id is not null
    ) o
    group by 1, 2`.execute(db)
  return rows
}
