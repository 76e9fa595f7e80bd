import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/**
 * What a month's orders of a marketplace are worth as reports say now, in US cents: those in another currency by the month's
 * rate, and nothing before there is one (docs/product/ledger.md#rates).
 */
export type ReportedMonth = {
  /** As `2026-11`. */
  month: string
  marketplace: string
  creators: number
  nobodys: number
  /** Of orders of which an admin has to decide first. */
  underReview: number
}

const inDollars = sql`in_dollars(w.commission_cents, o.currency, w.earning_month)`

/** Which of these orders of a month of a marketplace Amazon pays for, with their commissions in US cents. */
export const selectReportedOrders = (
  db: Kysely<DB>,
  { marketplace, month }: { marketplace: string; month: string },
  ids: string[],
) =>
  db
    .selectFrom('order_months as w')
    .innerJoin('amazon_orders as o', 'o.order_item_id', 'w.order_item_id')
    .where('w.order_item_id', 'in', ids)
    .where('w.marketplace', '=', marketplace)
    .where('w.earning_month', '=', month)
    .select(['o.order_item_id', sql<number>`coalesce(${inDollars}, 0)`.as('commission_cents')])
    .execute()

/** The months from one to another, of each marketplace that has orders of theirs. */
export async function selectReportedMonths(
  db: Kysely<DB>,
  { from, to }: { from: string; to: string },
): Promise<ReportedMonth[]> {
  const { rows } = await sql<ReportedMonth>`
    select earning_month as month, marketplace,
      coalesce(sum(commission_cents) filter (where not waits and payee_id is not null), 0)::bigint as creators,
      coalesce(sum(commission_cents) filter (where not waits and payee_id is null), 0)::bigint as nobodys,
      coalesce(sum(commission_cents) filter (where waits), 0)::bigint as "underReview"
    from (
      select w.earning_month, w.marketplace, ${inDollars} as commission_cents, m.payee_id,
        o.review_reason is not null or m.review is not null as waits
      from order_months w join amazon_orders o using (order_item_id) left join order_matches m using (order_item_id)
      where w.earning_month between ${from} and ${to}
    ) o
    group by 1, 2`.execute(db)
  return rows
}
