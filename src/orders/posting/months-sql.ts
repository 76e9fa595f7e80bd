import { type Kysely, sql } from 'kysely'
import { textArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'

/** The worth of orders, in one currency's smallest unit. */
export type Worth = {
  creators: number
  nobodys: number
  /** The worth of orders that an admin has to decide on first. */
  underReview: number
  /** Orders that wait for a rate, without which they have no worth in dollars. */
  unrated: number
}

/**
 * The worth of a month's orders of a marketplace by the present reports: in their currency, and in US cents by the
 * month's rate, which is nothing before there is one (docs/product/ledger.md#rates).
 */
export type ReportedMonth = {
  /** As `2026-11`. */
  month: string
  marketplace: string
  /** Null if they have several: orders from before other currencies were known are in dollars. */
  currency: string | null
  own: Worth
  dollars: Worth
}

const inDollars = sql`in_dollars(w.commission_cents, o.currency, w.earning_month)`

/** A month of a marketplace, as `2026-11`. */
export type MonthOf = { marketplace: string; month: string }

/** An order's worth in a month: in its currency's smallest unit, and in US cents. */
export type OrderWorth = { own: number; cents: number }

/** Which of these orders Amazon pays for with a month, and their worth in it. */
export const selectReportedOrders = (db: Kysely<DB>, { marketplace, month }: MonthOf, ids: string[]) =>
  db
    .selectFrom('order_months as w')
    .innerJoin('amazon_orders as o', 'o.order_item_id', 'w.order_item_id')
    .where('w.marketplace', '=', marketplace)
    .where('w.earning_month', '=', month)
    .where('w.commission_cents', '>', 0)
    .where('w.order_item_id', 'in', ids)
    .select([
      'o.order_item_id',
      'w.commission_cents as own',
      sql<number>`coalesce(${inDollars}, 0)`.as('cents'),
    ])
    .$narrowType<{ own: number }>()
    .execute()

export type MonthOrderRow = {
  order_item_id: string
  product_title: string
  asin: string
  order_date: string
  payee_id: string | null
  username: string | null
  /** Its worth in the month, in the requested unit. */
  commission: number
}

/**
 * The orders of a month after a position, those worth the most first, in their own currency or in US cents: all, or
 * those with all words of a search in title, ASIN, id and @creator.
 */
export async function selectMonthOrders(
  db: Kysely<DB>,
  { marketplace, month }: MonthOf,
  {
    by,
    q,
    after,
    limit,
  }: {
    by: keyof OrderWorth
    q: string | undefined
    after: { amount: number; id: string } | undefined
    limit: number
  },
): Promise<MonthOrderRow[]> {
  const { rows } = await sql<MonthOrderRow>`
    select * from (
      select o.order_item_id, o.product_title, o.asin, o.order_date, m.payee_id, p.username,
        ${by === 'own' ? sql`w.commission_cents` : sql`coalesce(${inDollars}, 0)`} as commission
      from order_months w
      join amazon_orders o using (order_item_id)
      left join order_matches m using (order_item_id)
      left join payees y on y.id = m.payee_id
      left join profiles p on p.id = y.user_id
      where w.marketplace = ${marketplace} and w.earning_month = ${month} and w.commission_cents > 0
    ) found
    where ${q === undefined ? sql`true` : hasAllWords(q)}
      and ${after === undefined ? sql`true` : sql`(commission, order_item_id) < (${after.amount}::bigint, ${after.id}::text)`}
    order by commission desc, order_item_id desc limit ${limit}`.execute(db)
  return rows
}

const hasAllWords = (q: string) => sql`not exists (
  select from unnest(${textArray(q.toLowerCase().split(/\s+/))}::text[]) as word
  where strpos(lower(concat_ws(' ', product_title, asin, order_item_id, '@' || username)), word) = 0)`

/** The worth of orders in a month each, in the order given; nothing for orders of another month. */
export async function selectWorth(
  db: Kysely<DB>,
  of: (MonthOf & { order_item_id: string })[],
): Promise<OrderWorth[]> {
  const { rows } = await sql<OrderWorth>`
    select greatest(0, coalesce(sum(w.commission_cents), 0))::bigint as own,
      greatest(0, coalesce(sum(${inDollars}), 0))::bigint as cents
    from unnest(
      ${textArray(of.map(({ order_item_id }) => order_item_id))}::text[],
      ${textArray(of.map(({ marketplace }) => marketplace))}::text[], ${textArray(of.map(({ month }) => month))}::text[]
    ) with ordinality as a (order_item_id, marketplace, month, n)
    left join order_months w
      on (w.order_item_id, w.marketplace, w.earning_month) = (a.order_item_id, a.marketplace, a.month)
    left join amazon_orders o on o.order_item_id = w.order_item_id
    group by a.n order by a.n`.execute(db)
  return rows
}

/** The days of the newest paying reports in force, by marketplace. */
export async function selectLastReports(
  db: Kysely<DB>,
  { zone }: { zone: string },
): Promise<{ marketplace: string; day: string }[]> {
  const { rows } = await sql<{ marketplace: string; day: string }>`
    select marketplace, to_char(max(report_as_of at time zone ${zone}), 'YYYY-MM-DD') as day from import_batches
    where state = 'merged' and undone_at is null and format <> 'fee_orders' group by 1`.execute(db)
  return rows
}

/** The months from one to another, for each marketplace that has orders in them. */
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
    'underReview', coalesce(sum(${sql.ref(amounts)}) filter (where waits), 0),
    'unrated', count(*) filter (where ${sql.ref(amounts)} is null))`

/** The first earning month of a marketplace's orders; null before there is one. */
export async function selectFirstMonth(db: Kysely<DB>, marketplace: string): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select min(earning_month) as month from order_months where marketplace = ${marketplace}`.execute(db)
  return rows[0]?.month ?? null
}

/** The marketplace and month of each of these orders: the month of the purchase, even if it was returned. */
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
