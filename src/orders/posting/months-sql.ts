import { type Kysely, sql } from 'kysely'
import { textArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'

/** What orders are worth, in one currency's smallest unit. */
export type Worth = {
  creators: number
  nobodys: number
  /** Of orders of which an admin has to decide first. */
  underReview: number
}

/**
 * What a month's orders of a marketplace are worth as reports say now: in their currency, and in US cents by the month's
 * rate, which is nothing before there is one (docs/product/ledger.md#rates).
 */
export type ReportedMonth = {
  /** As `2026-11`. */
  month: string
  marketplace: string
  /** Null where they have several: orders from before other currencies were known are in dollars. */
  currency: string | null
  own: Worth
  dollars: Worth
}

const inDollars = sql`in_dollars(w.commission_cents, o.currency, w.earning_month)`

/**
 * Which of these orders of a month of a marketplace Amazon pays for, with their commissions in their currency's smallest
 * unit, and in US cents.
 */
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
    .select([
      'o.order_item_id',
      'w.commission_cents as own',
      sql<number>`coalesce(${inDollars}, 0)`.as('cents'),
    ])
    .$narrowType<{ own: number }>()
    .execute()

/** The months from one to another, of each marketplace that has orders of theirs. */
export async function selectReportedMonths(
  db: Kysely<DB>,
  { from, to }: { from: string; to: string },
): Promise<ReportedMonth[]> {
  const { rows } = await sql<ReportedMonth>`
    select earning_month as month, marketplace,
      case when min(currency) = max(currency) then min(currency) end as currency, ${worthIn('own')} as own,
      ${worthIn('cents')} as dollars
    from (
      select w.earning_month, w.marketplace, o.currency, w.commission_cents as own, ${inDollars} as cents, m.payee_id,
        o.review_reason is not null or m.review is not null as waits
      from order_months w join amazon_orders o using (order_item_id) left join order_matches m using (order_item_id)
      where w.earning_month between ${from} and ${to}
    ) o
    group by 1, 2`.execute(db)
  return rows
}

const worthIn = (amounts: 'own' | 'cents') => sql`
  json_build_object(
    'creators', coalesce(sum(${sql.ref(amounts)}) filter (where not waits and payee_id is not null), 0),
    'nobodys', coalesce(sum(${sql.ref(amounts)}) filter (where not waits and payee_id is null), 0),
    'underReview', coalesce(sum(${sql.ref(amounts)}) filter (where waits), 0))`

/** The first earning month of a marketplace's orders; null before there is one. */
export async function selectFirstMonth(db: Kysely<DB>, marketplace: string): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select min(earning_month) as month from order_months where marketplace = ${marketplace}`.execute(db)
  return rows[0]?.month ?? null
}

/** Of which marketplace and month these orders are: the month of what was bought, also where it came back. */
export async function selectMonthsOfOrders(
  db: Kysely<DB>,
  ids: string[],
): Promise<{ order_item_id: string; marketplace: string; month: string }[]> {
  const { rows } = await sql<{ order_item_id: string; marketplace: string; month: string }>`
    select o.order_item_id, o.marketplace, coalesce(
      (select min(w.earning_month) from order_months w where w.order_item_id = o.order_item_id and w.commission_cents > 0),
      to_char(coalesce(o.shipped_on, o.order_date), 'YYYY-MM')) as month
    from amazon_orders o where o.order_item_id = any (${textArray(ids)}::text[])`.execute(db)
  return rows
}
