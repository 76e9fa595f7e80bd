import { type RawBuilder, sql } from 'kysely'

/** Kinds of entries that are booked at the end of a month. */
export const endKinds = ['nobodys', 'shortfall', 'exchange']

/** The last closed month: its name, and the start of the next one. */
export type Closed = { month: string; ends_at: Date }

/** The month of a moment in the reports' time zone. */
const monthOf = (at: RawBuilder<unknown>, zone: string) =>
  sql`to_char(${at} at time zone ${zone}::text, 'YYYY-MM')`

/**
 * How a row of the ledger changes the receivable amount in its order's currency: what the order is worth in the row's
 * month from then on, less what it was until then. Rows of orders in dollars do not store it.
 */
const ownOfRow = sql`
  case when marketplace <> 'us' and evidence ? 'month_worth' then (evidence #>> '{month_worth,smallest_units}')::bigint
    - coalesce((
      select (b.evidence #>> '{month_worth,smallest_units}')::bigint from earnings_ledger b
      where (b.payee_id, b.order_item_id, b.earning_month) = (l.payee_id, l.order_item_id, l.earning_month)
        and b.pair_sequence < l.pair_sequence
      order by b.pair_sequence desc limit 1), 0)
    when order_item_id is null then 0::bigint else gross_commission_cents end`

/** Lines of transfers with their sign: a line for a month is received for it, every other line is the platform's. */
const linesOf = (sign: RawBuilder<unknown>) => sql`
  t.marketplace, l.earning_month, null::uuid, null::text, t.reference,
  case when l.earning_month is null then 0::bigint else ${sign} -l.usd_cents end,
  case when l.earning_month is null then ${sign} -l.usd_cents else 0::bigint end,
  0::bigint, ${sign} l.usd_cents, t.currency, case when l.earning_month is null then 0::bigint else ${sign} -l.amount end
  from transfer_lines l join transfers t on t.id = l.transfer_id`

/**
 * The entries booked when they are written down, in cents, and the moment from which the platform bears what is missing
 * of a month: its release, or the first of its orders that is borne. All parts have the same types, so that PostgreSQL
 * reads only the requested ones, by their keys. Next to the receivable amount stands the same in its own currency.
 */
export const facts = sql`
  select 'row'::text as source, id, created_at as at, case transaction_type
      when 'manual_adjustment' then 'adjustment' when 'payout' then 'payout'
      when 'payout_reversal' then 'payout_returned' else 'order' end as kind,
    marketplace, earning_month, payee_id, order_item_id, coalesce(order_item_id, evidence ->> 'reference') as reference,
    case when order_item_id is null then 0::bigint else gross_commission_cents end as receivable,
    -platform_fee_cents as platform, -user_amount_cents as creators,
    case when transaction_type in ('payout', 'payout_reversal') then user_amount_cents else 0::bigint end as paid,
    case when marketplace <> 'us' then coalesce(evidence #>> '{month_worth,currency}', 'USD') else 'USD' end as currency,
    ${ownOfRow} as own
  from earnings_ledger l
  union all
  select 'receipt'::text, l.id, t.recorded_at, case l.kind when 'commissions' then 'receipt' else l.kind end,
    ${linesOf(sql``)}
  union all
  select 'reversal'::text, l.id, t.reversed_at, 'receipt_reversed'::text, ${linesOf(sql`-`)}
  where t.reversed_at is not null
  union all
  select 'release'::text, id, released_at, null::text, marketplace, earning_month, null::uuid, null::text, null::text,
    0::bigint, 0::bigint, 0::bigint, 0::bigint, 'USD'::text, 0::bigint
  from month_releases where how = 'platform'
  union all
  select 'release'::text, id, ended_at, null::text, unpaid_marketplace, unpaid_month, null::uuid, null::text, null::text,
    0::bigint, 0::bigint, 0::bigint, 0::bigint, 'USD'::text, 0::bigint
  from payout_holds where borne is not null`

/** Whether a fact, called f, is booked in the month of its time. */
export const inTime = sql`not exists (select from late_entries t where (t.source, t.id) = (f.source, f.id))`

type Part = {
  zone: string
  /** Only entries booked after this month; if omitted, everything from the beginning, as if derived now. */
  after?: Closed | undefined
  /** Only entries written down before this moment. */
  until?: Date
}

/**
 * Entries of the books, derived from rows that are only ever appended (decision 85). For each month of a marketplace,
 * the amount that Amazon has not paid for creators' orders at the end of a month of the books is receivable, or the
 * platform's loss once it was released as such. The amount that Amazon has paid beyond them is nobody's. The dollars
 * received for another currency, less those posted for it, are exchange. These last three are entries at the month's
 * end. Closed months keep the entries that they had when they were closed; later ones are in the first month that was
 * open then.
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
    select month, marketplace, earning_month, bool_or(source = 'release') as is_borne,
      coalesce(sum(receivable) filter (where source = 'row'), 0) as posted,
      -coalesce(sum(receivable) filter (where source <> 'row'), 0) as received,
      coalesce(sum(own) filter (where source = 'row'), 0) as own_posted,
      -coalesce(sum(own) filter (where source <> 'row'), 0) as own_received,
      min(currency) filter (where own <> 0) as currency, max(currency) filter (where own <> 0) as other_currency
    from (
      select month, marketplace, earning_month, receivable, own, currency, source from booked
      where receivable <> 0 or own <> 0 or source = 'release'
      ${after ? sql`union all ${movesUntil(after)}` : sql``}
    ) m
    group by 1, 2, 3
  ), so_far as (
    select month, marketplace, earning_month, (sum(posted) over so_far)::bigint as posted,
      (sum(received) over so_far)::bigint as received, (sum(own_posted) over so_far)::bigint as own_posted,
      (sum(own_received) over so_far)::bigint as own_received, bool_or(is_borne) over so_far as is_borne,
      min(currency) over so_far = max(other_currency) over so_far and min(currency) over so_far <> 'USD' as is_foreign
    from moves window so_far as (partition by marketplace, earning_month order by month)
  ), ends as (
    select month, marketplace, earning_month, least(unpaid, 0) as nobodys,
      case when is_borne then greatest(unpaid, 0) else 0 end as borne, posted - received - unpaid as exchange
    from so_far cross join lateral (
      select case when is_foreign then unpaid_cents(own_posted, own_received, posted, received)
        else posted - received end as unpaid
    ) u
  ), changes as (
    select month, marketplace, earning_month,
      nobodys - coalesce(lag(nobodys) over earlier, 0) as nobodys,
      borne - coalesce(lag(borne) over earlier, 0) as borne,
      exchange - coalesce(lag(exchange) over earlier, 0) as exchange
    from ends window earlier as (partition by marketplace, earning_month order by month)
  )
  select month, at, id, kind, marketplace, earning_month, payee_id, order_item_id, reference, receivable, platform, creators,
    paid, 0::bigint as nobodys, 0::bigint as exchange, currency, own
  from booked where kind is not null
  union all
  select month, null, null, 'nobodys', marketplace, earning_month, null, null, null, -nobodys, 0, 0, 0, nobodys, 0, 'USD',
    -nobodys
  from changes where nobodys <> 0 and month <> ''
  union all
  select month, null, null, 'shortfall', marketplace, earning_month, null, null, null, -borne, borne, 0, 0, 0, 0, 'USD',
    -borne
  from changes where borne <> 0 and month <> ''
  union all
  select month, null, null, 'exchange', marketplace, earning_month, null, null, null, -exchange, 0, 0, 0, 0, exchange, 'USD',
    -exchange
  from changes where exchange <> 0 and month <> ''`

/** The closed month inside which the time of a fact, called f, lies. */
const closedMonthOf = sql`
  (select to_char(c.month, 'YYYY-MM') from closed_months c where c.ends_at > f.at order by c.ends_at limit 1)`

/** The effects of closed months on later ones, as if they were in one month before all others. */
const movesUntil = ({ month, ends_at }: Closed) => sql`
  select '', marketplace, earning_month, receivable, coalesce(own_receivable, receivable), currency,
    case kind when 'order' then 'row' else 'receipt' end
  from closed_month_lines
  where month <= ${`${month}-01`}::date and kind not in (${sql.join(endKinds)})
  union all
  select '', marketplace, earning_month, 0, 0, 'USD', 'release'
  from facts f where source = 'release' and at < ${ends_at} and not exists (
    select from late_entries t where (t.source, t.id) = ('release', f.id) and t.month > ${`${month}-01`}::date
  )`
