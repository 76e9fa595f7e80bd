import { type RawBuilder, sql } from 'kysely'
import { bookEntries } from '../books/sql.ts'

/**
 * Entries that do not sum to zero; accounts that differ from what the other tables say; and months of marketplaces of which
 * at the end of a month of the books too much is receivable, nobody's or borne.
 */
export const wrongBooks = (zone: string): RawBuilder<unknown> => sql`
  with entries as materialized (${bookEntries(zone)}), accounts as (
    select coalesce(sum(receivable), 0) as receivable, coalesce(sum(platform), 0) as platform,
      coalesce(sum(creators), 0) as creators, coalesce(sum(paid), 0) as paid, coalesce(sum(nobodys), 0) as nobodys
    from entries
  ), kept as (
    select coalesce(sum(user_amount_cents + paid_cents), 0) as creators, coalesce(sum(paid_cents), 0) as payouts,
      coalesce(sum(gross_commission_cents), 0) as earned
    from earnings_quarters
  ), received as (
    select coalesce(sum(amount_cents), 0) as cents from receipts where reversed_at is null
  ), by_month as (
    select marketplace, earning_month, month,
      (sum(sum(receivable)) over so_far)::bigint as receivable, (sum(sum(nobodys)) over so_far)::bigint as nobodys,
      (sum(coalesce(sum(receivable) filter (where kind in ('order', 'receipt', 'receipt_reversed')), 0)) over so_far)::bigint as unpaid,
      (sum(coalesce(sum(platform) filter (where kind = 'shortfall'), 0)) over so_far)::bigint as borne
    from entries where earning_month is not null
    group by 1, 2, 3
    window so_far as (partition by marketplace, earning_month order by month)
  )
  select month || ', ' || kind || ' ' || id || ': does not sum to zero' as line
  from entries where receivable + platform + creators + paid + nobodys <> 0
  union all
  select 'owed to creators: ' || -a.creators || ' cents against ' || k.creators from accounts a, kept k
  where a.creators <> -k.creators
  union all
  select 'paid: ' || a.paid || ' cents against ' || k.payouts + r.cents from accounts a, kept k, received r
  where a.paid <> k.payouts + r.cents
  union all
  select 'receivable, borne and nobody’s: ' || a.receivable + a.nobodys + b.borne || ' cents against ' || k.earned - r.cents
  from accounts a, kept k, received r,
    (select coalesce(sum(platform), 0) as borne from entries where kind = 'shortfall') b
  where a.receivable + a.nobodys + b.borne <> k.earned - r.cents
  union all
  select marketplace || ' ' || earning_month || ', until ' || month || ': ' || receivable || ' receivable, ' || nobodys
    || ' nobody’s and ' || borne || ' borne of ' || unpaid || ' cents'
  from (
    select m.*, exists (
      select from month_releases r where (r.marketplace, r.earning_month, r.how) = (m.marketplace, m.earning_month, 'platform')
        and to_char(released_at at time zone ${zone}::text, 'YYYY-MM') <= m.month
    ) as is_borne
    from by_month m
  ) m
  where receivable <> case when is_borne then 0 else greatest(unpaid, 0) end or nobodys <> least(unpaid, 0)
    or borne <> case when is_borne then greatest(unpaid, 0) else 0 end`
