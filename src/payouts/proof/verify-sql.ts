import { type RawBuilder, sql } from 'kysely'

/** The lines of a check, from rows of a set named `found` that have a name in `at`, and `problems`. */
const linesOf = sql`select at || ': ' || problems as line from found where problems <> ''`

/** Transfers that differ from the sum of their lines, that count twice for one payment, or are reversed in part. */
export const wrongReceipts: RawBuilder<unknown> = sql`
  with found as (
    select 'receipt ' || id as at, concat_ws(', ',
      case when amount <= 0 or usd_cents <= 0 then 'has no amount' end,
      case when currency = 'USD' and amount <> usd_cents then 'has another amount in dollars' end,
      case when (amount, usd_cents) is distinct from (lines.own, lines.cents)
        then 'is of ' || amount || ', its lines of ' || coalesce(lines.own, 0) end,
      case when lines.are_wrong then 'has a line that is not of its kind' end,
      case when received_on > recorded_at::date + 1 then 'was recorded too early' end,
      case when num_nonnulls(reversed_at, reversal_reason) = 1 then 'is reversed in part' end,
      case when reversed_at < recorded_at then 'was reversed before it was recorded' end,
      case when not starts_with(reference_key, lower(reference)) then 'has the key of another reference' end,
      case when reversed_at is null and count(*) over (partition by reference_key, reversed_at is null) > 1
        then 'has the reference of another receipt' end) as problems
    from transfers left join (
      select transfer_id, sum(amount) as own, sum(usd_cents) as cents, bool_or(case kind
          when 'commissions' then amount = 0 or earning_month is null or cardinality(order_item_ids) > 0
          when 'bounty' then amount <= 0 or earning_month is not null or cardinality(order_item_ids) > 0
          else amount >= 0 or (earning_month is null) <> (cardinality(order_item_ids) = 0) end
        or exists (select from unnest(order_item_ids) i where not exists (
          select from amazon_orders o where o.order_item_id = i))) as are_wrong
      from transfer_lines group by 1
    ) lines on lines.transfer_id = id
  )
  ${linesOf}`

/**
 * Releases with a wrong amount received by then, or with a wrong reason. A receipt reversed at the moment of a release
 * may count or not.
 */
export const wrongReleases: RawBuilder<unknown> = sql`
  with paid as (
    select r.marketplace, r.earning_month,
      coalesce(sum(of_currency) filter (where recorded_at <= released_at
        and (reversed_at is null or reversed_at > released_at)), 0)::bigint as cents,
      coalesce(sum(of_currency) filter (where reversed_at = released_at), 0)::bigint as reversed
    from month_releases r left join (
      select l.earning_month, t.marketplace, t.currency, t.recorded_at, t.reversed_at, l.amount, l.usd_cents
      from transfer_lines l join transfers t on t.id = l.transfer_id
    ) c using (marketplace, earning_month)
    cross join lateral (select case when c.currency = r.currency then c.amount else c.usd_cents end as of_currency) o
    group by 1, 2
  ), found as (
    select 'month ' || to_char(earning_month, 'YYYY-MM') || ' of ' || marketplace as at, concat_ws(', ',
      case when received_cents not between cents + least(reversed, 0) and cents + greatest(reversed, 0)
        then 'had received ' || cents || ' cents, not ' || received_cents end,
      case when (how = 'paid_in_full') <> (received_cents >= reported_cents)
        then 'was released as ' || how || ' with ' || received_cents || ' of ' || reported_cents || ' cents' end,
      case when how <> 'paid_in_full' and reason is null then 'was released without a reason' end,
      case when released_on not between released_at::date - 1 and released_at::date + 1
        or released_on < earning_month + interval '1 month' then 'was released on another day' end) as problems
    from month_releases join paid using (marketplace, earning_month)
  )
  ${linesOf}`

/** Holds that do not name exactly one thing, name something that is held already, or have ended in part. */
export const wrongHolds: RawBuilder<unknown> = sql`
  with found as (
    select 'hold ' || h.id as at, concat_ws(', ',
      case when num_nonnulls(h.payee_id, h.order_item_id, h.earning_month) <> 1
        or (h.marketplace is null) <> (h.earning_month is null) then 'does not hold exactly one thing' end,
      case when (h.payee_id is not null and y.id is null) or (h.order_item_id is not null and not h.is_order)
        then 'holds something that does not exist' end,
      case when num_nonnulls(h.ended_at, h.end_reason) = 1 then 'has ended in part' end,
      case when h.ended_at < h.set_at then 'ended before it was set' end,
      case when (h.unpaid_month is null) <> (h.unpaid_marketplace is null)
        or (h.unpaid_month is not null and h.order_item_id is null) then 'waits for Amazon without an order and a month' end,
      case when num_nonnulls(h.borne, h.borne_currency) = 1 or h.borne is not null and (h.unpaid_month is null or h.ended_at is null) then 'is borne, but still holds' end,
      case when h.ended_at is null and h.standing > 1 then 'holds something that is held already' end) as problems
    from (
      select *, count(*) filter (where ended_at is null)
          over (partition by payee_id, order_item_id, marketplace, earning_month, unpaid_marketplace, unpaid_month) as standing,
        exists (select from amazon_orders o where o.order_item_id = payout_holds.order_item_id) as is_order
      from payout_holds
    ) h left join payees y on y.id = h.payee_id
  )
  ${linesOf}`

/**
 * Released months in which orders that Amazon has not paid are not held, or too many are; and orders held for a month
 * that is not released. Amounts are in the month's currency, or in dollars if it has several. Changes of the last two
 * hours may not be settled yet.
 */
export const wrongUnpaid: RawBuilder<unknown> = sql`
  with reported as (
    select w.marketplace, to_date(w.earning_month, 'YYYY-MM') as earning_month, o.currency, sum(w.commission_cents) as own,
      sum(coalesce(in_dollars(w.commission_cents, o.currency, w.earning_month), 0)) as cents, max(o.updated_at) as changed_at
    from order_months w join amazon_orders o using (order_item_id)
    where exists (
      select from month_releases m where (m.marketplace, to_char(m.earning_month, 'YYYY-MM')) = (w.marketplace, w.earning_month))
    group by 1, 2, 3
  ), borne as (
    select marketplace, earning_month, currency, reported_cents - received_cents as own
    from month_releases where how = 'platform'
    union all
    select unpaid_marketplace, unpaid_month, borne_currency, borne from payout_holds where borne is not null
  ), missing as (
    select marketplace, earning_month, min(currency) = max(currency) as is_own, sum(own) as own, sum(cents) as cents,
      max(changed_at) as changed_at
    from (
      select * from reported
      union all
      select t.marketplace, l.earning_month, t.currency, -l.amount, -l.usd_cents, null
      from transfer_lines l join transfers t on t.id = l.transfer_id
      where l.earning_month is not null and t.reversed_at is null
      union all
      select marketplace, earning_month, currency, -own,
        -coalesce(in_dollars(own, currency, to_char(earning_month, 'YYYY-MM')), 0), null
      from borne
    ) parts
    group by 1, 2
  ), held as (
    select h.unpaid_marketplace as marketplace, h.unpaid_month as earning_month, sum(c.own) as own, min(c.own) as least_own,
      sum(c.cents) as cents, min(c.cents) as least_cents
    from payout_holds h
    left join order_months w on (w.order_item_id, w.marketplace, w.earning_month)
      = (h.order_item_id, h.unpaid_marketplace, to_char(h.unpaid_month, 'YYYY-MM'))
    left join amazon_orders o on o.order_item_id = w.order_item_id
    cross join lateral (
      select greatest(0, coalesce(w.commission_cents, 0)) as own,
        greatest(0, coalesce(in_dollars(w.commission_cents, o.currency, w.earning_month), 0)) as cents
    ) c
    where h.unpaid_month is not null and h.ended_at is null group by 1, 2
  ), months as (
    select m.marketplace, m.earning_month,
      greatest(0, coalesce(case when n.is_own then n.own else n.cents end, 0)) as missing,
      coalesce(case when n.is_own then h.own else h.cents end, 0) as held,
      case when n.is_own then h.least_own else h.least_cents end as least
    from month_releases m
    left join missing n on (n.marketplace, n.earning_month) = (m.marketplace, m.earning_month)
    left join held h on (h.marketplace, h.earning_month) = (m.marketplace, m.earning_month)
    where greatest(n.changed_at, (
      select max(greatest(merged_at, undone_at)) from import_batches i where i.marketplace = m.marketplace
    ), (select max(set_at) from exchange_rates), '-infinity') not between now() - interval '2 hours' and now()
  ), found as (
    select 'month ' || to_char(earning_month, 'YYYY-MM') || ' of ' || marketplace as at, concat_ws(', ',
      case when held < missing then 'holds ' || held || ' of ' || missing || ' that Amazon has not paid' end,
      case when held - least >= missing then 'holds ' || held || ', more than ' || missing || ' need' end) as problems
    from months
    union all
    select 'month ' || to_char(h.earning_month, 'YYYY-MM') || ' of ' || h.marketplace, 'is held in part, but not released'
    from held h where not exists (
      select from month_releases m where (m.marketplace, m.earning_month) = (h.marketplace, h.earning_month))
  )
  ${linesOf}`

/** Runs whose lines do not add up to them, are not numbered one by one, or have a state that does not fit the run's. */
export const wrongRuns: RawBuilder<unknown> = sql`
  with found as (
    select 'payout ' || r.number as at, concat_ws(', ',
      case when r.total_cents <> coalesce(l.cents, 0) then 'is of ' || r.total_cents || ' cents, its lines of ' || coalesce(l.cents, 0) end,
      case when l.last <> l.lines then 'lacks lines' end,
      case when l.payees <> l.lines then 'pays somebody twice' end,
      case when (r.state = 'approved') = l.has_drafts or (r.state <> 'approved' and l.has_others)
        then 'is ' || r.state || ', and its lines are not' end,
      case when (r.state = 'draft') <> (r.decided_at is null) then 'is decided in part' end) as problems
    from payout_runs r
    left join (
      select run_id, sum(amount_cents)::bigint as cents, count(*) as lines, max(place) as last,
        count(distinct payee_id) as payees, bool_or(state = 'draft') as has_drafts, bool_or(state <> 'draft') as has_others
      from (
        select run_id, place, payee_id, amount_cents, state from payout_lines
        union all
        -- Payees who were no longer due when it was approved.
        select run_id, place, payee_id, amount_cents, null from payout_drops
      ) drafted group by 1
    ) l on l.run_id = r.id
  )
  ${linesOf}`

/**
 * Lines without exactly the ledger rows of their state: one payout once approved, and one reversal if it failed, came
 * back or was cancelled; answers that are not in the ledger, or do not match it; and such rows without a line or
 * answer.
 */
export const wrongLines: RawBuilder<unknown> = sql`
  with entries as (
    select evidence ->> 'reference' as reference, transaction_type, payee_id, user_amount_cents from earnings_ledger
    where transaction_type in ('payout', 'payout_reversal')
  ), booked as (
    select l.id, count(*) filter (where e.transaction_type = 'payout') as payouts,
      count(*) filter (where e.transaction_type = 'payout_reversal') as reversals,
      bool_or((e.payee_id, abs(e.user_amount_cents)) is distinct from (l.payee_id, l.amount_cents)) as is_other
    from payout_lines l join entries e on e.reference = l.id::text
    group by 1
  ), answered as (
    select a.*, coalesce(b.cents, 0) as cents, coalesce(b.is_other, false) as is_other,
      sum(a.booked_cents) over (partition by a.line_id order by a.answered_at, a.id) as so_far
    from payout_answers a left join lateral (
      select sum(e.user_amount_cents) as cents, bool_or(e.payee_id <> l.payee_id) as is_other
      from entries e join payout_lines l on l.id = a.line_id where e.reference = a.id::text
    ) b on true
  ), found as (
    select 'payout ' || r.number || ', line ' || l.place || ', answer ' || a.id as at, concat_ws(', ',
      case when a.cents <> -a.booked_cents or a.is_other then 'is in the ledger as ' || -a.cents || ' cents' end,
      case when a.paid_cents <> a.so_far
          + case when l.state in ('failed', 'returned', 'cancelled') then 0 else l.amount_cents end
        then 'says ' || a.paid_cents || ' cents, which the ledger does not come to' end) as problems
    from answered a join payout_lines l on l.id = a.line_id join payout_runs r on r.id = l.run_id
    union all
    select 'payout ' || r.number || ', line ' || l.place as at, concat_ws(', ',
      case when coalesce(payouts, 0) <> (l.state <> 'draft')::int
        then 'is ' || l.state || ' with ' || coalesce(payouts, 0) || ' payouts in the ledger' end,
      case when coalesce(reversals, 0) <> (l.state in ('failed', 'returned', 'cancelled'))::int
        then 'is ' || l.state || ' and came back ' || coalesce(reversals, 0) || ' times' end,
      case when is_other then 'is in the ledger for another payee or amount' end) as problems
    from payout_lines l join payout_runs r on r.id = l.run_id left join booked b on b.id = l.id
    union all
    select 'payee ' || payee_id, transaction_type || ' ' || coalesce(reference, 'of nothing') || ' is of no payout line'
    from entries where not exists (select from payout_lines l where l.id::text = entries.reference)
      and not exists (select from payout_answers a where a.id::text = entries.reference)
  )
  ${linesOf}`
