import { type Kysely, sql } from 'kysely'
import { textArray } from '../../platform/database/binary-arrays.ts'
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
  /** Orders that wait for a rate. */
  unrated: number
}

const inDollars = sql`in_dollars(w.commission_cents, o.currency, w.earning_month)`

/** A month of a marketplace, as `2026-11`. */
export type MonthOf = { marketplace: string; month: string }

/** Which of these orders Amazon pays for with a month, with what they are worth in it, in US cents. */
export const selectReportedOrders = (db: Kysely<DB>, { marketplace, month }: MonthOf, ids: string[]) =>
  db
    .selectFrom('order_months as w')
    .innerJoin('amazon_orders as o', 'o.order_item_id', 'w.order_item_id')
    .where('w.marketplace', '=', marketplace)
    .where('w.earning_month', '=', month)
    .where('w.commission_cents', '>', 0)
    .where('w.order_item_id', 'in', ids)
    .select(['o.order_item_id', sql<number>`coalesce(${inDollars}, 0)`.as('commission_cents')])
    .execute()

export type MonthOrderRow = {
  order_item_id: string
  product_title: string
  asin: string
  order_date: string
  payee_id: string | null
  username: string | null
  commission_cents: number
}

/**
 * The orders of a month after a position, those worth the most first: all, or those whose title, ASIN, id or creator has
 * some words in it.
 */
export async function selectMonthOrders(
  db: Kysely<DB>,
  { marketplace, month }: MonthOf,
  {
    q,
    after,
    limit,
  }: { q: string | undefined; after: { cents: number; id: string } | undefined; limit: number },
): Promise<MonthOrderRow[]> {
  const { rows } = await sql<MonthOrderRow>`
    select * from (
      select o.order_item_id, o.product_title, o.asin, o.order_date, m.payee_id, p.username,
        coalesce(${inDollars}, 0) as commission_cents
      from order_months w
      join amazon_orders o using (order_item_id)
      left join order_matches m using (order_item_id)
      left join payees y on y.id = m.payee_id
      left join profiles p on p.id = y.user_id
      where w.marketplace = ${marketplace} and w.earning_month = ${month} and w.commission_cents > 0
    ) found
    where ${q === undefined ? sql`true` : sql`strpos(lower(concat_ws(' ', product_title, asin, order_item_id, username)), lower(${q})) > 0`}
      and ${after === undefined ? sql`true` : sql`(commission_cents, order_item_id) < (${after.cents}::bigint, ${after.id}::text)`}
    order by commission_cents desc, order_item_id desc limit ${limit}`.execute(db)
  return rows
}

/** What orders are worth in a month each, in US cents, in the order given; nothing where they are not of it. */
export async function selectWorth(
  db: Kysely<DB>,
  of: (MonthOf & { order_item_id: string })[],
): Promise<number[]> {
  const { rows } = await sql<{ cents: number }>`
    select greatest(0, coalesce(sum(${inDollars}), 0))::bigint as cents
    from unnest(
      ${textArray(of.map(({ order_item_id }) => order_item_id))}::text[],
      ${textArray(of.map(({ marketplace }) => marketplace))}::text[], ${textArray(of.map(({ month }) => month))}::text[]
    ) with ordinality as a (order_item_id, marketplace, month, n)
    left join order_months w
      on (w.order_item_id, w.marketplace, w.earning_month) = (a.order_item_id, a.marketplace, a.month)
    left join amazon_orders o on o.order_item_id = w.order_item_id
    group by a.n order by a.n`.execute(db)
  return rows.map(({ cents }) => cents)
}

/** The days of the newest reports that stand and pay, by marketplace. */
export async function selectLastReports(
  db: Kysely<DB>,
  { zone }: { zone: string },
): Promise<{ marketplace: string; day: string }[]> {
  const { rows } = await sql<{ marketplace: string; day: string }>`
    select marketplace, to_char(max(report_as_of at time zone ${zone}), 'YYYY-MM-DD') as day from import_batches
    where state = 'merged' and undone_at is null and format <> 'fee_orders' group by 1`.execute(db)
  return rows
}

/** The months from one to another, of each marketplace that has orders of theirs. */
export async function selectReportedMonths(
  db: Kysely<DB>,
  { from, to }: { from: string; to: string },
): Promise<ReportedMonth[]> {
  const { rows } = await sql<ReportedMonth>`
    select earning_month as month, marketplace,
      coalesce(sum(commission_cents) filter (where not waits and payee_id is not null), 0)::bigint as creators,
      coalesce(sum(commission_cents) filter (where not waits and payee_id is null), 0)::bigint as nobodys,
      coalesce(sum(commission_cents) filter (where waits), 0)::bigint as "underReview",
      count(*) filter (where commission_cents is null)::integer as unrated
    from (
      select w.earning_month, w.marketplace, ${inDollars} as commission_cents, m.payee_id,
        o.review_reason is not null or m.review is not null as waits
      from order_months w join amazon_orders o using (order_item_id) left join order_matches m using (order_item_id)
      where w.earning_month between ${from} and ${to}
    ) o
    group by 1, 2`.execute(db)
  return rows
}
