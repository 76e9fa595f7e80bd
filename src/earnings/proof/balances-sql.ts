import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/**
 * The day from which rows of a month count as posted, read from rules and releases, not by the functions that balances
 * and lists use: for each marketplace, month and day in the rows.
 */
export const countedFrom: RawBuilder<unknown> = sql`
  select d.marketplace, d.earning_month, d.available_on, r.released_on, rule.rule = 'receipt' as by_receipt,
    case when rule.rule = 'receipt' then coalesce(r.released_on, 'infinity') else d.available_on end as day
  from (
    select distinct marketplace, coalesce(counts_month, earning_month) as earning_month, available_on from earnings_ledger
  ) d
  left join month_releases r on (r.marketplace, r.earning_month) = (d.marketplace, d.earning_month)
  left join lateral (
    select (array_agg(rule order by id desc))[1] as rule from release_rules where from_month <= d.earning_month
  ) rule on true`

/** Days that differ from rule and release, and releases of months that go by the calendar. */
export const wrongReleaseDays: RawBuilder<unknown> = sql`
  select coalesce(marketplace || ' ' || earning_month, 'no month') || ', available ' || available_on || ': counts from '
    || posted_on(marketplace, earning_month, available_on) || ' against ' || day as line
  from (${countedFrom}) c where posted_on(marketplace, earning_month, available_on) is distinct from day
  union all
  select marketplace || ' ' || earning_month || ': is released, and goes by the calendar'
  from month_releases m
  where 'receipt' is distinct from (
    select (array_agg(rule order by id desc))[1] from release_rules where from_month <= m.earning_month)`

/** A payee's rows summed up; `of_held` is the sum of posted ones of held orders and months. */
type Sums = {
  payee_id: string
  posted: number
  pending: number
  paid: number
  of_held: number
  is_held: boolean
}

/** The sums of each payee with rows by `today`, counted row by row. */
export async function selectSums(db: Kysely<DB>, today: string): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    with days as (${countedFrom}), rows_under_review as (
      select payee_id, order_item_id from earnings_holds group by 1, 2 having max(place) % 2 = 1
    ), standing as (
      select * from payout_holds where ended_at is null
    ), entries as (
      select l.payee_id, l.user_amount_cents as cents, l.transaction_type in ('payout', 'payout_reversal') as is_payout,
        days.day <= ${today}::date and v.payee_id is null as is_posted,
        m.id is not null or exists (
          select from standing o where o.order_item_id = l.order_item_id and (o.unpaid_month is null or l.marketplace is null
            or (o.unpaid_marketplace, o.unpaid_month) = (l.marketplace, coalesce(l.counts_month, l.earning_month)))
        ) as is_held
      from earnings_ledger l
      join days on days.available_on = l.available_on
        and coalesce(days.marketplace || days.earning_month, '') = coalesce(l.marketplace || coalesce(l.counts_month, l.earning_month), '')
      left join rows_under_review v on (v.payee_id, v.order_item_id) = (l.payee_id, l.order_item_id)
      left join standing m on (m.marketplace, m.earning_month) = (l.marketplace, coalesce(l.counts_month, l.earning_month))
    )
    select payee_id,
      coalesce(sum(cents) filter (where not is_payout and is_posted), 0)::bigint as posted,
      coalesce(sum(cents) filter (where not is_payout and not is_posted), 0)::bigint as pending,
      coalesce(-sum(cents) filter (where is_payout), 0)::bigint as paid,
      coalesce(sum(cents) filter (where not is_payout and is_posted and is_held), 0)::bigint as of_held,
      exists (select from standing s where s.payee_id = e.payee_id) as is_held
    from entries e group by payee_id order by payee_id`.execute(db)
  return rows
}
