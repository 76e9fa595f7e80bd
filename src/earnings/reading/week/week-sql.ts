import { type Kysely, type RawBuilder, sql } from 'kysely'
import { uuidArray } from '../../../platform/database/binary-arrays.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { withPostedOn } from '../balances-sql.ts'

/** A payee's earnings of a week, in cents. */
export type WeekOfPayee = {
  payee_id: string
  /** Orders first posted in it whose commission still stands; rows of one reported id are one order. */
  bought: number
  /** What of these orders is pending, without what is under review. */
  on_its_way: number
  /** What counts as posted from a moment of the week on, without what was taken back in it. */
  posted: number
  /** The sum of the orders, and adjustments by hand, of which the week's rows took something back: below zero. */
  taken_back: number
  taken_orders: number
  /** The product's title if it is one order alone; null for an adjustment by hand. */
  taken_title: string | null
  taken_is_returned: boolean
}

type Week = { from: Date; until: Date; today: string; reportTimeZone: string }

/**
 * When a row with a `posted_on` counts as posted: from the first moment of that day, or from when it was written, its
 * month released or its review ended, whichever is last.
 */
const postedAt = (
  row: RawBuilder<unknown>,
  zone: string,
): RawBuilder<Date> => sql<Date>`greatest(${row}.written_at,
  ${row}.released_at, ${row}.posted_on::timestamp at time zone ${zone},
  (select released_at from month_releases m
   where (m.marketplace, m.earning_month) = (${row}.marketplace, ${row}.earning_month)
     and release_day(m.marketplace, m.earning_month) is not null))`

/**
 * The weeks of payees, those without anything left out. Written rows are ranges of keys; what becomes posted later is
 * in the sums of quarters of an hour, from which the rows of orders that were ever under review are taken, to be asked
 * one by one.
 */
export async function selectWeeksOfPayees(
  db: Kysely<DB>,
  payeeIds: string[],
  { from, until, today, reportTimeZone: zone }: Week,
): Promise<WeekOfPayee[]> {
  const { rows } = await sql<WeekOfPayee>`
    with asked as materialized (
      select unnest(${uuidArray(payeeIds)}::uuid[]) as payee_id
    ), written as materialized (
      select l.* from asked cross join lateral (
        select id, payee_id, order_item_id, transaction_type, user_amount_cents as cents, created_at as written_at,
          available_on, marketplace, coalesce(counts_month, earning_month) as earning_month
        from earnings_ledger l
        where l.payee_id = asked.payee_id and created_at >= ${from} and created_at < ${until}
          and transaction_type not in ('payout', 'payout_reversal')
      ) l
    ), taken as materialized (
      select payee_id, order_item_id, case when order_item_id is null then id end as entry_id, sum(cents) as cents,
        bool_or(transaction_type = 'return') as is_returned
      from written group by 1, 2, 3 having sum(cents) < 0
    ), bought as materialized (
      select o.* from asked cross join lateral (
        select payee_id, order_item_id from earnings_orders o
        where o.payee_id = asked.payee_id and posted_at >= ${from} and posted_at < ${until} and gross_commission_cents > 0
      ) o
    ), bought_rows as materialized (
      select payee_id, l.user_amount_cents as cents, l.available_on, l.marketplace,
        coalesce(l.counts_month, l.earning_month) as earning_month
      from bought join earnings_ledger l using (order_item_id, payee_id)
      where under_review(payee_id, order_item_id) is null
    ), coming as (
      select payee_id, sum(cents) as cents
      from (${withPostedOn(sql`bought_rows`)}) r
      where posted_on > ${today}::date
      group by payee_id
    ), last_hold as materialized (
      select distinct on (h.payee_id, h.order_item_id) h.payee_id, h.order_item_id, h.place % 2 = 1 as is_held, h.created_at
      from asked join earnings_holds h using (payee_id)
      order by h.payee_id, h.order_item_id, h.place desc
    ), reviewed as materialized (
      select payee_id, order_item_id, quarter_of(l.created_at) as quarter, l.created_at as written_at, l.available_on,
        l.marketplace, coalesce(l.counts_month, l.earning_month) as earning_month, l.user_amount_cents as cents,
        h.created_at as released_at, h.is_held
      from last_hold h join earnings_ledger l using (payee_id, order_item_id)
    ), standing as materialized (
      select payee_id, quarter as written_at, null::timestamptz as released_at, available_on, marketplace, earning_month,
        sum(cents) as cents
      from (
        select q.payee_id, quarter, available_on, marketplace, earning_month, user_amount_cents as cents
        from asked join earnings_quarters q using (payee_id)
        union all select payee_id, quarter, available_on, marketplace, earning_month, -cents from reviewed
        -- What was taken back is told apart.
        union all select payee_id, quarter_of(written_at), available_on, marketplace, earning_month, -cents
        from written w
        where (order_item_id is null or not exists (
            select from last_hold h where (h.payee_id, h.order_item_id) = (w.payee_id, w.order_item_id)))
          and exists (select from taken t where t.payee_id = w.payee_id
            and (t.order_item_id = w.order_item_id or t.entry_id = w.id))
      ) q
      group by 1, 2, 4, 5, 6 having sum(cents) <> 0
      union all
      select payee_id, written_at, released_at, available_on, marketplace, earning_month, cents
      from reviewed r
      where not is_held and not (written_at >= ${from} and written_at < ${until}
        and exists (select from taken t where (t.payee_id, t.order_item_id) = (r.payee_id, r.order_item_id)))
    ), posted as (
      select payee_id, sum(cents) as cents
      from (${withPostedOn(sql`standing`)}) s
      where posted_on <= ${today}::date and ${postedAt(sql.ref('s'), zone)} >= ${from} and ${postedAt(sql.ref('s'), zone)} < ${until}
      group by payee_id
    ), counted as (
      select payee_id, count(distinct coalesce(
        (select reported_id from order_parts p where p.order_item_id = b.order_item_id limit 1), order_item_id))::int as orders
      from bought b group by payee_id
    ), back as (
      select payee_id, sum(cents) as cents, count(*)::int as orders, min(coalesce(entry_id::text, order_item_id)) as name,
        min(order_item_id) as order_item_id, bool_or(is_returned) as is_returned
      from taken group by payee_id
    )
    select payee_id, coalesce(c.orders, 0) as bought, coalesce(w.cents, 0)::bigint as on_its_way,
      coalesce(p.cents, 0)::bigint as posted, coalesce(b.cents, 0)::bigint as taken_back,
      coalesce(b.orders, 0) as taken_orders,
      case when b.orders = 1 then (
        select product_title from amazon_orders o where o.order_item_id = b.order_item_id) end as taken_title,
      coalesce(b.is_returned, false) as taken_is_returned
    from asked left join counted c using (payee_id) left join coming w using (payee_id)
    left join posted p using (payee_id) left join back b using (payee_id)
    where num_nonnulls(c.orders, nullif(p.cents, 0), b.cents) > 0`.execute(db)
  return rows
}
