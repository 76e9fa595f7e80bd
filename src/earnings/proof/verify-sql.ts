import { type RawBuilder, sql } from 'kysely'

/** Rows that do not balance, are not at their position in the payee's chain, or have a wrong hash. */
export const brokenChains: RawBuilder<unknown> = sql`
  select 'payee ' || payee_id || ', row ' || sequence || ': ' || concat_ws(', ',
    case when gross_commission_cents <> platform_fee_cents + user_amount_cents then 'does not balance' end,
    case when sequence <> position then 'is number ' || position end,
    case when previous_hash <> coalesce(hash_before, sha256(convert_to(payee_id::text, 'UTF8')))
      then 'does not follow the row before it' end,
    case when hash_version < version_before then 'has an older version than the row before it' end,
    case when hash_version > 1 and (rule is null or evidence is null) then 'does not name its rule and evidence' end,
    case when hash <> hash_now then 'does not have its hash' end) as line
  from (
    select payee_id, sequence, hash_version, rule, evidence, gross_commission_cents, platform_fee_cents, user_amount_cents, previous_hash, hash,
      ledger_row_hash(l) as hash_now,
      row_number() over chain as position,
      lag(hash) over chain as hash_before,
      lag(hash_version) over chain as version_before
    from earnings_ledger l
    window chain as (partition by payee_id order by sequence)
  ) l
  where gross_commission_cents <> platform_fee_cents + user_amount_cents or sequence <> position or hash <> hash_now
    or hash_version < version_before or (hash_version > 1 and (rule is null or evidence is null))
    or previous_hash <> coalesce(hash_before, sha256(convert_to(payee_id::text, 'UTF8')))`

/**
 * Rows of an order and payee that are not numbered one by one, whose fee does not fit the new total, that have another
 * marketplace than the first one, or count with a month that no row before them has.
 */
export const wrongPairs: RawBuilder<unknown> = sql`
  select 'order ' || order_item_id || ', payee ' || payee_id || ', row ' || pair_sequence || ': ' || concat_ws(', ',
    case when pair_sequence <> position then 'is number ' || position end,
    case when (position = 1) <> (transaction_type = 'commission') then 'is a ' || transaction_type end,
    case when fee_bps <> first_bps then 'has a fee rate of ' || fee_bps || ' after ' || first_bps end,
    case when total_fee <> platform_fee(total, first_bps)
      then 'brings the fees to ' || total_fee || ' of ' || total || ' cents' end,
    case when fee_day is not null and fee_bps <> fee_on(payee_id, fee_day) then 'its fee rate is not the one in force on ' || fee_day end,
    case when available_on < first_available and coalesce(counts_month, earning_month) is not distinct from first_month
      then 'is available before the first' end,
    case when marketplace is distinct from first_marketplace then 'has another marketplace than the first row' end,
    case when not counts_month = any (months) then 'counts with a month that no row before it has' end) as line
  from (
    select order_item_id, payee_id, pair_sequence, transaction_type, fee_bps, available_on,
      case when pair_sequence = 1 then (evidence ->> 'fee_day')::date end as fee_day,
      row_number() over pair as position,
      first_value(fee_bps) over pair as first_bps,
      first_value(available_on) over pair as first_available,
      earning_month, counts_month, marketplace, first_value(marketplace) over pair as first_marketplace,
      first_value(earning_month) over pair as first_month, array_agg(earning_month) over pair as months,
      (sum(gross_commission_cents) over pair)::bigint as total,
      (sum(platform_fee_cents) over pair)::bigint as total_fee
    from earnings_ledger where order_item_id is not null
    window pair as (partition by order_item_id, payee_id order by pair_sequence rows unbounded preceding)
  ) l
  where pair_sequence <> position or (position = 1) <> (transaction_type = 'commission') or fee_bps <> first_bps
    or total_fee <> platform_fee(total, first_bps)
    or (fee_day is not null and fee_bps <> fee_on(payee_id, fee_day))
    or available_on < first_available and coalesce(counts_month, earning_month) is not distinct from first_month
    or marketplace is distinct from first_marketplace or not counts_month = any (months)`

/**
 * Rows without an order that lack the form of their kind, do not say what they are for, or appear twice; payouts that
 * came back with another amount, and payees who got back more than was paid out to them.
 */
export const wrongWithoutOrder: RawBuilder<unknown> = sql`
  with entries as (
    select *, evidence ->> 'reference' as reference from earnings_ledger where order_item_id is null
  ), found as (
    select payee_id, sequence, concat_ws(', ',
      case when not case transaction_type
        when 'payout' then user_amount_cents < 0 and platform_fee_cents = 0
        when 'payout_reversal' then user_amount_cents > 0 and platform_fee_cents = 0
        when 'manual_adjustment' then gross_commission_cents = 0 and reason is not null
        else false end then 'is no ' || transaction_type end,
      case when reference is null then 'does not say what it is for' end,
      case when count(*) over (partition by transaction_type, reference) > 1 then 'is there twice' end,
      case when transaction_type = 'payout_reversal' and exists (
        select from entries p where p.transaction_type = 'payout' and p.reference = e.reference
          and (p.payee_id, p.user_amount_cents) <> (e.payee_id, -e.user_amount_cents)
      ) then 'takes back another payout' end,
      case when transaction_type = 'payout_reversal' and sum(user_amount_cents) filter (
        where transaction_type in ('payout', 'payout_reversal')
      ) over (partition by payee_id order by sequence) > 0 then 'takes back more than was paid' end) as problems
    from entries e
  )
  select 'payee ' || payee_id || ', row ' || sequence || ': ' || problems as line from found where problems <> ''`

/** Rows that refer to payees, orders, posting runs and products that do not exist, or to another payee's products. */
export const strangers: RawBuilder<unknown> = sql`
  select 'payee ' || payee_id || ', row ' || sequence || ': ' || problem as line
  from (
    select l.payee_id, l.sequence, case
      when p.id is null then 'there is no such payee'
      when l.order_item_id is not null and o.order_item_id is null then 'there is no order ' || l.order_item_id
      when l.posting_run_id is not null and n.id is null then 'there is no posting run ' || l.posting_run_id
      when l.product_id is not null and r.id is null then 'there is no product ' || l.product_id
      when r.payee_id <> l.payee_id then 'product ' || r.id || ' is payee ' || r.payee_id || '’s' end as problem
    from earnings_ledger l
    left join payees p on p.id = l.payee_id
    left join products r on r.id = l.product_id
    left join amazon_orders o on o.order_item_id = l.order_item_id
    left join posting_runs n on n.id = l.posting_run_id
  ) found
  where problem is not null`

/** Products whose earnings differ from the sums of their rows. */
export const wrongProducts: RawBuilder<unknown> = sql`
  select 'product ' || product_id || ': ' || coalesce(e.earnings_cents, 0) || ' cents against '
    || coalesce(l.cents, 0) as line
  from earnings e
  full join (
    select product_id, sum(user_amount_cents) as cents from earnings_ledger where product_id is not null group by 1
  ) l using (product_id)
  where coalesce(e.earnings_cents, 0) <> coalesce(l.cents, 0)`

/** The month and marketplace with which a sum or a row counts as posted; 'of no month' if it names none. */
const month = sql`coalesce(marketplace || ' ' || earning_month, 'of no month')`
const monthOfRow = sql`coalesce(marketplace || ' ' || coalesce(counts_month, earning_month), 'of no month')`

/**
 * Quarters of an hour of payees that differ from the sums of their rows. Their commissions are the orders that were
 * first posted then and are not zero.
 */
export const wrongQuarters: RawBuilder<unknown> = sql`
  with stored as (
    select payee_id, quarter, available_on, ${month} as month,
      (gross_commission_cents, user_amount_cents, paid_cents, commissions, entries)::text as sums
    from earnings_quarters
  ), counted as (
    select payee_id, quarter_of(created_at) as quarter, available_on, ${monthOfRow} as month,
      (coalesce(sum(gross_commission_cents) filter (where not is_paid), 0),
        coalesce(sum(user_amount_cents) filter (where not is_paid), 0),
        coalesce(sum(user_amount_cents) filter (where is_paid), 0),
        count(*) filter (where transaction_type = 'commission' and total > 0), count(*))::text as sums
    from (
      select *, transaction_type in ('payout', 'payout_reversal') as is_paid,
        sum(gross_commission_cents) over (partition by order_item_id, payee_id) as total
      from earnings_ledger
    ) l
    group by 1, 2, 3, 4
  )
  select 'payee ' || payee_id || ', ' || quarter || ', available ' || available_on || ', ' || month || ': '
    || coalesce(k.sums, 'nothing') || ' against ' || coalesce(c.sums, 'nothing') as line
  from stored k full join counted c using (payee_id, quarter, available_on, month)
  where k.sums is distinct from c.sums`

/** The same by product. */
export const wrongProductQuarters: RawBuilder<unknown> = sql`
  select 'payee ' || payee_id || ', product ' || product_id || ', ' || quarter || ': '
    || coalesce(q.user_amount_cents, 0) || ' cents against ' || coalesce(l.cents, 0) as line
  from earnings_product_quarters q
  full join (
    select payee_id, product_id, quarter_of(created_at) as quarter, sum(user_amount_cents) as cents
    from earnings_ledger where product_id is not null group by 1, 2, 3
  ) l using (payee_id, product_id, quarter)
  where coalesce(q.user_amount_cents, 0) <> coalesce(l.cents, 0)`

/** Orders of payees that differ from the sums of their rows, or have another day than their order. */
export const wrongOrders: RawBuilder<unknown> = sql`
  with stored as (
    select order_item_id, payee_id, (order_date, posted_at, first_sequence, product_id, gross_commission_cents,
      user_amount_cents)::text as sums
    from earnings_orders
  ), counted as (
    select order_item_id, payee_id, (o.order_date, l.posted_at, l.first_sequence, l.product_id, l.gross, l.share)::text as sums
    from (
      select order_item_id, payee_id, (array_agg(created_at order by pair_sequence))[1] as posted_at,
        min(sequence) as first_sequence, (array_agg(product_id order by pair_sequence desc))[1] as product_id,
        sum(gross_commission_cents)::bigint as gross, sum(user_amount_cents)::bigint as share
      from earnings_ledger where order_item_id is not null group by 1, 2
    ) l left join amazon_orders o using (order_item_id)
  )
  select 'order ' || order_item_id || ', payee ' || payee_id || ': ' || coalesce(k.sums, 'nothing') || ' against '
    || coalesce(c.sums, 'nothing') as line
  from stored k full join counted c using (order_item_id, payee_id)
  where k.sums is distinct from c.sums`
