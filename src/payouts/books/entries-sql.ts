import { type RawBuilder, sql } from 'kysely'

/** The last month that is closed: its name, and where the next one begins. */
export type Closed = { month: string; ends_at: Date }

/** The month of a moment in the reports' time zone. */
const monthOf = (at: RawBuilder<unknown>, zone: string) =>
  sql`to_char(${at} at time zone ${zone}::text, 'YYYY-MM')`

/**
 * What is booked when it is written down, in cents, and from when on the platform bears what is missing of a month: its
 * release so, or the first of its orders that is borne. All
 * parts have the same types, so that PostgreSQL reads only those that are asked for, by their keys.
 */
export const facts = sql`
  select 'row'::text as source, id, created_at as at, case transaction_type
      when 'manual_adjustment' then 'adjustment' when 'payout' then 'payout'
      when 'payout_reversal' then 'payout_returned' else 'order' end as kind,
    marketplace, earning_month, payee_id, order_item_id, coalesce(order_item_id, evidence ->> 'reference') as reference,
    case when order_item_id is null then 0::bigint else gross_commission_cents end as receivable,
    -platform_fee_cents as platform, -user_amount_cents as creators,
    case when transaction_type in ('payout', 'payout_reversal') then user_amount_cents else 0::bigint end as paid
  from earnings_ledger
  union all
  select 'receipt'::text, id, recorded_at, 'receipt'::text, marketplace, earning_month, null::uuid, null::text, reference,
    -amount_cents, 0::bigint, 0::bigint, amount_cents
  from receipts
  union all
  select 'reversal'::text, id, reversed_at, 'receipt_reversed'::text, marketplace, earning_month, null::uuid, null::text,
    reference, amount_cents, 0::bigint, 0::bigint, -amount_cents
  from receipts where reversed_at is not null
  union all
  select 'release'::text, id, released_at, null::text, marketplace, earning_month, null::uuid, null::text, null::text,
    0::bigint, 0::bigint, 0::bigint, 0::bigint
  from month_releases where how = 'platform'
  union all
  select 'release'::text, id, ended_at, null::text, unpaid_marketplace, unpaid_month, null::uuid, null::text, null::text,
    0::bigint, 0::bigint, 0::bigint, 0::bigint
  from payout_holds where borne_cents is not null`

/** Whether a fact, called f, is booked in the month of its time. */
export const inTime = sql`not exists (select from late_entries t where (t.source, t.id) = (f.source, f.id))`

type Part = {
  zone: string
  /** Only what is booked after this month; everything since ever, as if it were derived now, where it is left out. */
  after?: Closed | undefined
  /** Only what was written down before. */
  until?: Date
}

/**
 * Entries of the books, derived from rows that are only ever appended (decision 85). Of a month of a marketplace, what
 * Amazon has not paid of creators' orders at the end of a month of the books is receivable, or the platform's loss once it
 * was released so; what Amazon has paid beyond them is nobody's. The last two are entries at the month's end. Closed
 * months are as long as they were when they were closed, and what came late is in the first that was open then.
 */
export const bookEntries = ({ zone, after, until }: Part): RawBuilder<unknown> => sql`
  with facts as not materialized (${facts}), first_open as (
    select to_char(max(month) + interval '1 month', 'YYYY-MM') as month from closed_months
    where ${after ? sql`month <= ${`${after.month}-01`}::date` : sql`true`}
  ), booked as (
    select coalesce(${after ? sql`null` : closedMonthOf}, greatest(${monthOf(sql`f.at`, zone)}, (select month from first_open)))
        as month, f.*
    from facts f
    where ${after ? sql`f.at >= ${after.ends_at}` : sql`true`} and ${until ? sql`f.at < ${until}` : sql`true`} and ${inTime}
    union all
    select to_char(t.month, 'YYYY-MM'), f.*
    from late_entries t join facts f on (f.source, f.id) = (t.source, t.id)
    where ${after ? sql`t.month > ${`${after.month}-01`}::date` : sql`true`}
  ), moves as (
    select month, marketplace, earning_month, sum(receivable)::bigint as cents, bool_or(source = 'release') as is_borne
    from (
      select month, marketplace, earning_month, receivable, source from booked where receivable <> 0 or source = 'release'
      ${after ? sql`union all ${movesUntil(after)}` : sql``}
    ) m
    group by 1, 2, 3
  ), ends as (
    select month, marketplace, earning_month, least(cents, 0) as nobodys,
      case when is_borne then greatest(cents, 0) else 0 end as borne
    from (
      select month, marketplace, earning_month, (sum(cents) over so_far)::bigint as cents,
        bool_or(is_borne) over so_far as is_borne
      from moves window so_far as (partition by marketplace, earning_month order by month)
    ) m
  ), changes as (
    select month, marketplace, earning_month,
      nobodys - coalesce(lag(nobodys) over earlier, 0) as nobodys,
      borne - coalesce(lag(borne) over earlier, 0) as borne
    from ends window earlier as (partition by marketplace, earning_month order by month)
  )
  select month, at, id, kind, marketplace, earning_month, payee_id, order_item_id, reference, receivable, platform, creators,
    paid, 0::bigint as nobodys
  from booked where kind is not null
  union all
  select month, null, null, 'nobodys', marketplace, earning_month, null, null, null, -nobodys, 0, 0, 0, nobodys
  from changes where nobodys <> 0 and month <> ''
  union all
  select month, null, null, 'shortfall', marketplace, earning_month, null, null, null, -borne, borne, 0, 0, 0
  from changes where borne <> 0 and month <> ''`

/** The closed month in whose time a fact, called f, was written down. */
const closedMonthOf = sql`
  (select to_char(c.month, 'YYYY-MM') from closed_months c where c.ends_at > f.at order by c.ends_at limit 1)`

/** What closed months leave behind, as if it stood in a month before all others. */
const movesUntil = ({ month, ends_at }: Closed) => sql`
  select '', marketplace, earning_month, receivable, 'row' from closed_month_lines
  where month <= ${`${month}-01`}::date and kind not in ('nobodys', 'shortfall')
  union all
  select '', marketplace, earning_month, 0, 'release'
  from facts f where source = 'release' and at < ${ends_at} and not exists (
    select from late_entries t where (t.source, t.id) = ('release', f.id) and t.month > ${`${month}-01`}::date
  )`
