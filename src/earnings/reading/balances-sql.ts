import { type Kysely, type RawBuilder, sql } from 'kysely'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'

/**
 * Rows of orders under review, of the payees that a statement selects. Sums of quarters of an hour count them like
 * others, so readers of those sums subtract them, and add them as pending without a day.
 */
export const rowsUnderReview = (payeeIds: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select l.payee_id, quarter_of(l.created_at) as quarter, l.available_on, l.marketplace,
    coalesce(l.counts_month, l.earning_month) as earning_month, l.user_amount_cents
  from (
    select payee_id, order_item_id from earnings_holds
    where payee_id in (${payeeIds})
    group by payee_id, order_item_id
  ) h
  join earnings_ledger l using (payee_id, order_item_id)
  where under_review(payee_id, order_item_id) is not null`

/**
 * Rows of a set with the day from which each counts as posted, as `posted_on()` says. That looks for the release of
 * each row's month, and there are few months.
 */
export const withPostedOn = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.*, coalesce(m.day, r.available_on) as posted_on
  from ${rows} r
  left join (
    select marketplace, earning_month, release_day(marketplace, earning_month) as day
    from (select distinct marketplace, earning_month from ${rows} where earning_month is not null) d
  ) m using (marketplace, earning_month)`

/**
 * Whether a hold `h` covers a row `l` of an order with the month `month`: all rows of the order, or those that count
 * with the month for which Amazon has not paid. Rows without a month belong to any.
 */
export const isOfHeldOrder = (month: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  h.order_item_id = l.order_item_id and coalesce((h.unpaid_marketplace, h.unpaid_month) = (l.marketplace, ${month}), true))`

/** Why something of a payee is held, the latest first. */
export async function selectOwnHolds(db: Kysely<DB>, payeeId: string) {
  const { rows } = await sql<{
    of: 'everything' | 'order' | 'month'
    order_item_id: string | null
    marketplace: string | null
    month: string | null
    reason: string
    set_at: Date
  }>`
    select case when payee_id is not null then 'everything' when order_item_id is not null then 'order' else 'month' end as of,
      order_item_id, marketplace, to_char(earning_month, 'YYYY-MM') as month, reason, set_at
    from payout_holds h
    where ended_at is null and (payee_id = ${payeeId}
      or exists (select from earnings_orders o where (o.order_item_id, o.payee_id) = (h.order_item_id, ${payeeId}))
      or exists (select from earnings_quarters q
        where q.payee_id = ${payeeId} and (q.marketplace, q.earning_month) = (h.marketplace, h.earning_month)))
    order by set_at desc, id desc`.execute(db)
  return rows
}

type Sums = {
  payee_id: string
  posted: number
  pending: number
  paid: number
  held: number
  is_held: boolean
}

/**
 * The balances of payees, in cents, posted or pending by `today`; `held` is the sum of posted rows whose order or month
 * is held, and `is_held` says that everything of a payee is held.
 */
export async function selectBalances(db: Kysely<DB>, payeeIds: string[], today: string): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    with asked as materialized (
      select unnest(${uuidArray(payeeIds)}::uuid[]) as payee_id
    ), standing as materialized (
      select * from payout_holds where ended_at is null
    ), rows_under_review as materialized (${rowsUnderReview(sql`select payee_id from asked`)}
    ), all_rows as materialized (
      select payee_id, marketplace, earning_month, available_on, is_under_review, of_held_order,
        sum(cents) as cents, sum(paid) as paid
      from (
        select payee_id, marketplace, earning_month, available_on, false as is_under_review, false as of_held_order,
          user_amount_cents as cents, paid_cents as paid
        from earnings_quarters where payee_id in (select payee_id from asked)
        union all
        select payee_id, marketplace, earning_month, available_on, false, false, -user_amount_cents, 0 from rows_under_review
        union all
        select payee_id, marketplace, earning_month, available_on, true, false, user_amount_cents, 0 from rows_under_review
        union all
        select l.payee_id, l.marketplace, coalesce(l.counts_month, l.earning_month), l.available_on, false, true,
          l.user_amount_cents, 0
        from (select distinct order_item_id from standing where order_item_id is not null) o
        join earnings_ledger l using (order_item_id)
        where l.payee_id in (select payee_id from asked) and under_review(l.payee_id, l.order_item_id) is null
          and exists (select from standing h where ${isOfHeldOrder(sql`coalesce(l.counts_month, l.earning_month)`)})
      ) q
      group by 1, 2, 3, 4, 5, 6
    )
    select payee_id,
      coalesce(sum(cents) filter (where not of_held_order and is_posted), 0)::bigint as posted,
      coalesce(sum(cents) filter (where not of_held_order and not is_posted), 0)::bigint as pending,
      coalesce(-sum(paid), 0)::bigint as paid,
      coalesce(sum(cents) filter (where is_posted and of_held_order <> of_held_month), 0)::bigint as held,
      exists (select from standing h where h.payee_id = a.payee_id) as is_held
    from asked a
    left join (
      select payee_id, of_held_order, cents, paid, posted_on <= ${today}::date and not is_under_review as is_posted,
        exists (
          select from standing h where (h.marketplace, h.earning_month) = (q.marketplace, q.earning_month)
        ) as of_held_month
      from (${withPostedOn(sql`all_rows`)}) q
    ) q using (payee_id)
    group by payee_id`.execute(db)
  return rows
}

/**
 * The tables `rows_under_review` and `all_rows` of a statement: a payee's sums by the month of a marketplace and the
 * day from which they count, those under review apart.
 */
export const sumsByMonth = (payeeId: string): RawBuilder<unknown> => sql`
  rows_under_review as materialized (${rowsUnderReview(sql`select ${payeeId}::uuid`)}
  ), all_rows as materialized (
    select marketplace, earning_month, available_on, is_under_review, sum(cents) as cents
    from (
      select marketplace, earning_month, available_on, false as is_under_review, user_amount_cents as cents
      from earnings_quarters where payee_id = ${payeeId}
      union all select marketplace, earning_month, available_on, false, -user_amount_cents from rows_under_review
      union all select marketplace, earning_month, available_on, true, user_amount_cents from rows_under_review
    ) q
    group by 1, 2, 3, 4
  )`

/**
 * A payee's pending amounts by `today`, in cents: by the day on which they become posted, otherwise by the month that
 * Amazon has to pay for; amounts under review have neither and come last. Zeros are left out.
 */
export async function selectComing(db: Kysely<DB>, payeeId: string, today: string) {
  const { rows } = await sql<{
    on: string | null
    month: string | null
    marketplace: string | null
    cents: number
  }>`
    with ${sumsByMonth(payeeId)}
    select case when is_dated then posted_on end as on,
      case when waits then to_char(earning_month, 'YYYY-MM') end as month, case when waits then marketplace end as marketplace,
      sum(cents)::bigint as cents
    from (
      select *, not is_under_review and isfinite(posted_on) as is_dated, not is_under_review and not isfinite(posted_on) as waits
      from (${withPostedOn(sql`all_rows`)}) r
      where is_under_review or posted_on > ${today}::date
    ) q
    group by is_dated, waits, 1, 2, 3 having sum(cents) <> 0
    order by is_dated desc, waits desc, 1, 2, 3`.execute(db)
  return rows
}
