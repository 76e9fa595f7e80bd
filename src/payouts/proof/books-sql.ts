import { type RawBuilder, sql } from 'kysely'
import { bookAccounts } from '../../shared/payouts/books.ts'
import { digestOfEntries, eachEntrySays } from '../books/closing-sql.ts'
import { bookEntries, endKinds } from '../books/entries-sql.ts'

/**
 * Entries that do not sum to zero; accounts that differ from the other tables; and months of marketplaces with a wrong
 * receivable, nobody's or borne amount at the end of a month of the books.
 */
export const wrongBooks = (zone: string): RawBuilder<unknown> => sql`
  with entries as materialized (${bookEntries({ zone })}), accounts as (
    select coalesce(sum(receivable), 0) as receivable, coalesce(sum(platform), 0) as platform,
      coalesce(sum(creators), 0) as creators, coalesce(sum(paid), 0) as paid, coalesce(sum(nobodys), 0) as nobodys,
      coalesce(sum(exchange), 0) as exchange
    from entries
  ), kept as (
    select coalesce(sum(user_amount_cents + paid_cents), 0) as creators, coalesce(sum(paid_cents), 0) as payouts,
      coalesce(sum(gross_commission_cents), 0) as earned
    from earnings_quarters
  ), received as (
    select coalesce(sum(l.usd_cents), 0) as cents, coalesce(sum(l.usd_cents) filter (where earning_month is not null), 0) as of_months
    from transfer_lines l join transfers t on t.id = l.transfer_id where reversed_at is null
  ), by_month as (
    select marketplace, earning_month, month,
      (sum(sum(receivable)) over so_far)::bigint as receivable, (sum(sum(nobodys)) over so_far)::bigint as nobodys,
      (sum(sum(exchange)) over so_far)::bigint as exchange,
      (sum(coalesce(sum(platform) filter (where kind = 'shortfall'), 0)) over so_far)::bigint as borne,
      ${soFar(sql`receivable`, sql`kind = 'order'`)} as posted,
      -${soFar(sql`receivable`, sql`kind <> 'order'`)} as received,
      ${soFar(sql`own`, sql`kind = 'order'`)} as own_posted,
      -${soFar(sql`own`, sql`kind <> 'order'`)} as own_received,
      min(min(currency) filter (where own <> 0 and ${isWritten})) over so_far as currency,
      max(max(currency) filter (where own <> 0 and ${isWritten})) over so_far as other_currency
    from entries where earning_month is not null
    group by 1, 2, 3
    window so_far as (partition by marketplace, earning_month order by month)
  )
  select month || ', ' || kind || coalesce(' ' || id, '') || ': does not sum to zero' as line
  from entries where receivable + platform + creators + paid + nobodys + exchange <> 0
  union all
  select 'owed to creators: ' || -a.creators || ' cents against ' || k.creators from accounts a, kept k
  where a.creators <> -k.creators
  union all
  select 'paid: ' || a.paid || ' cents against ' || k.payouts + r.cents from accounts a, kept k, received r
  where a.paid <> k.payouts + r.cents
  union all
  select 'receivable, borne, nobody’s and exchange: ' || a.receivable + a.nobodys + a.exchange + b.borne
    || ' cents against ' || k.earned - r.of_months
  from accounts a, kept k, received r,
    (select coalesce(sum(platform), 0) as borne from entries where kind = 'shortfall') b
  where a.receivable + a.nobodys + a.exchange + b.borne <> k.earned - r.of_months
  union all
  select marketplace || ' ' || earning_month || ', until ' || month || ': ' || receivable || ' receivable, ' || nobodys
    || ' nobody’s, ' || borne || ' borne and ' || exchange || ' exchange of ' || unpaid || ' cents unpaid'
  from (
    select m.*, case when currency = other_currency and currency <> 'USD'
        then unpaid_cents(own_posted, own_received, posted, received) else posted - received end as unpaid,
      exists (
      select from (
        select id, marketplace, earning_month, released_at from month_releases where how = 'platform'
        union all
        select id, unpaid_marketplace, unpaid_month, ended_at from payout_holds where borne is not null
      ) r where (r.marketplace, r.earning_month) = (m.marketplace, m.earning_month)
        and coalesce(
          (select to_char(t.month, 'YYYY-MM') from late_entries t where (t.source, t.id) = ('release', r.id)),
          (select to_char(c.month, 'YYYY-MM') from closed_months c where c.ends_at > released_at order by c.ends_at limit 1),
          greatest(to_char(released_at at time zone ${zone}::text, 'YYYY-MM'),
            (select to_char(max(month) + interval '1 month', 'YYYY-MM') from closed_months))
        ) <= m.month
    ) as is_borne
    from by_month m
  ) m
  where receivable <> case when is_borne then 0 else greatest(unpaid, 0) end or nobodys <> least(unpaid, 0)
    or borne <> case when is_borne then greatest(unpaid, 0) else 0 end or exchange <> posted - received - unpaid`

/** Entries that are not booked at the month's end. */
const isWritten = sql`kind not in (${sql.join(endKinds)})`

/** The sum of some written entries of a month of a marketplace, up to a month of the books. */
const soFar = (amount: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
  sql`(sum(coalesce(sum(${amount}) filter (where ${which} and ${isWritten}), 0)) over so_far)::bigint`

/**
 * Closed months whose entries, derived again, are not those that were closed, or add up to something else; and closed
 * months that do not follow each other.
 */
export const wrongClosedMonths = (zone: string): RawBuilder<unknown> => sql`
  with entries as materialized (select * from (${bookEntries({ zone })}) b where month <= (
    select to_char(max(month), 'YYYY-MM') from closed_months
  )), derived as (
    select month, count(*) as entries, ${digestOfEntries} as digest from entries e ${eachEntrySays} group by month
  ), closed as (
    select *, to_char(month, 'YYYY-MM') as name, lag(ends_at) over months as ended_at, lag(month) over months as before
    from closed_months window months as (order by month)
  ), lines as (
    select month, kind, marketplace, earning_month, true as is_derived,
      concat_ws(', ', count(*) || ' entries', ${accounts(sql`sum`)},
        case when min(currency) = max(currency) and min(currency) <> 'USD' then min(currency) || ' ' || sum(own) end) as says
    from entries group by month, kind, marketplace, earning_month
    union all
    select to_char(month, 'YYYY-MM'), kind, marketplace, earning_month, false,
      concat_ws(', ', entries || ' entries', ${accounts(sql``)},
        case when currency <> 'USD' then currency || ' ' || own_receivable end)
    from closed_month_lines
  ), both_lines as (
    select concat_ws(' ', month, kind, marketplace, to_char(earning_month, 'YYYY-MM')) as of,
      max(says) filter (where is_derived) as says, max(says) filter (where not is_derived) as said
    from lines group by month, kind, marketplace, earning_month
  )
  select coalesce(c.name, d.month) || ': ' || coalesce(d.entries, 0) || ' entries, closed with ' || coalesce(c.entries, 0)
    || case when d.digest is not distinct from c.digest then '' else ', which were different' end as line
  from closed c full join derived d on d.month = c.name
  where (coalesce(d.entries, 0), coalesce(d.digest, sha256(''))) is distinct from (c.entries, c.digest)
  union all
  select name || ': does not follow the month before' from closed
  where ended_at <> begins_at or before + interval '1 month' <> closed.month
  union all
  select of || ': ' || coalesce(says, 'nothing') || ', closed with ' || coalesce(said, 'nothing')
  from both_lines where says is distinct from said`

/** The accounts of a line, or the sums of its entries' accounts. */
const accounts = (sum: RawBuilder<unknown>) =>
  sql.join(
    bookAccounts.map((account) => sql`${sum}(${sql.ref(account)})`),
    sql`, `,
  )
