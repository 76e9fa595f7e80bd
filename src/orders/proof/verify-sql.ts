import { type RawBuilder, sql } from 'kysely'
import { contentHash } from '../imports/merge/rows-sql.ts'
import { isFolded, remainingAfterCsvReturns, remainingAfterReturns } from './returns-sql.ts'

/**
 * Orders and payees whose ledger rows do not add up to what the order is worth to them now, month by month, or in one
 * sum if rows are older than order_months. An order that waits for the next calculation or for an admin's review may
 * differ.
 */
export const wrongAmounts: RawBuilder<unknown> = sql`
  with pairs as (
    select order_item_id, payee_id, min(hash_version) < 4 or max(o.currency) <> 'USD' as is_old
    from earnings_ledger join amazon_orders o using (order_item_id) group by 1, 2
  )
  select 'order ' || order_item_id || ', payee ' || payee_id || coalesce(nullif(', ' || month, ', '), '') || ': ' || coalesce(l.cents, 0)
    || ' cents against ' || coalesce(o.cents, 0) || ' owed' as line
  from (
    select order_item_id, payee_id, case when is_old then '' else to_char(earning_month, 'YYYY-MM') end as month,
      sum(gross_commission_cents) as cents
    from earnings_ledger join pairs using (order_item_id, payee_id) group by 1, 2, 3
  ) l
  full join (
    select w.order_item_id, m.payee_id, case when is_old then '' else w.earning_month end as month,
      sum(w.commission_cents) as cents, false as waits
    from order_months w join amazon_orders a using (order_item_id) join order_matches m using (order_item_id)
    left join pairs p on (p.order_item_id, p.payee_id) = (w.order_item_id, m.payee_id)
    where m.payee_id is not null and a.currency = 'USD' group by 1, 2, 3
    union all
    select a.order_item_id, m.payee_id, '', order_dollars(a.order_item_id), order_dollars(a.order_item_id) is null
    from amazon_orders a join order_matches m using (order_item_id)
    where m.payee_id is not null and a.currency <> 'USD' and a.observation_id is not null
  ) o using (order_item_id, payee_id, month)
  where coalesce(l.cents, 0) <> coalesce(o.cents, 0) and not coalesce(o.waits, false)
    and not exists (select from orders_to_post w where w.order_item_id = coalesce(l.order_item_id, o.order_item_id))
    and not exists (select from amazon_orders r
      where r.order_item_id = coalesce(l.order_item_id, o.order_item_id) and r.review_reason is not null)`

// Amazon's own report counts for a day while no newer one that covers that day is in force.
const isNewest = (batch: string, day: string) => sql`not exists (
  select from import_days d join import_batches n on n.id = d.import_id
  where n.state = 'merged' and n.undone_at is null and d.day = ${sql.ref(day)}
    and (d.marketplace, d.format) = (${sql.ref(`${batch}.marketplace`)}, ${sql.ref(`${batch}.format`)})
    and (n.report_as_of, n.file_hash) > (${sql.ref(`${batch}.report_as_of`)}, ${sql.ref(`${batch}.file_hash`)}))`

/**
 * Orders that differ from the greatest of their observations in force by (report_as_of, status rank, content hash),
 * less returns (docs/product/reports.md#observations). Computed here from the observations alone.
 */
export const wrongStates: RawBuilder<unknown> = sql`
  with recursive parts_of_ids as (
    -- The files in force with ids that some report has in several parts, the newest first.
    select s.id, dense_rank() over (partition by coalesce(p.reported_id, s.order_item_id)
      order by b.report_as_of desc, b.file_hash desc) as age, s.batch_id, s.order_item_id,
      coalesce(p.reported_id, s.order_item_id) as reported_id
    from order_observations s join import_batches b on b.id = s.batch_id
    left join order_parts p on p.observation_id = s.id
    where b.state = 'merged' and b.undone_at is null
      and coalesce(p.reported_id, s.order_item_id) in (select reported_id from order_parts)
  ), standing as (
    select s.id, coalesce(r.order_item_id, s.order_item_id) as order_item_id, s.order_date, s.ordered_at, s.asin,
      s.product_title, s.quantity, s.commission_cents, s.commission_rate_bps, s.order_status, s.sub_tag, s.tracking_id,
      s.content_hash, coalesce(r.fee_key, s.fee_key) as fee_key, r.sub_tag as known_tag, r.price_cents, s.returns,
      s.shipped_on, b.marketplace, b.currency, b.format, b.has_own_sub_tags, b.report_as_of
    from order_observations s join import_batches b on b.id = s.batch_id
    left join fee_rows r on r.observation_id = s.id
    where b.state = 'merged' and b.undone_at is null
      and (b.format <> 'fee_earnings' or ${isNewest('b', 's.order_date')})
      and (b.format <> 'fee_earnings' or s.order_date >= coalesce(paying_date(b.marketplace), '-infinity'))
      and not exists (
        select from parts_of_ids mine join parts_of_ids newer using (reported_id)
        where mine.id = s.id and newer.age < mine.age and newer.order_item_id <> mine.order_item_id)
  ), ${remainingAfterReturns}, ${remainingAfterCsvReturns}, taken_by_csv as (
    select o.taken_from_id as order_item_id, sum(-s.commission_cents)::bigint as cents, sum(-s.quantity)::integer as pieces
    from amazon_orders o join order_observations s on s.id = o.observation_id
    where o.taken_from_id is not null group by o.taken_from_id
  ), reported as (
    select distinct on (s.order_item_id) s.order_item_id, marketplace, currency, format, has_own_sub_tags, ordered_at, asin,
      product_title, coalesce(c.quantity, s.quantity) - coalesce(t.pieces, 0) as quantity, commission_rate_bps, sub_tag, tracking_id,
      coalesce(k.cents, c.cents, greatest(s.commission_cents, 0)) - coalesce(t.cents, 0) as commission_cents,
      -- A return that takes from an order of Folio's CSV takes its whole amount there.
      case when k.waiting_cents = -s.commission_cents and s.order_item_id in (
        select order_item_id from amazon_orders where taken_from_id is not null) then 0
        else coalesce(k.waiting_cents, c.waiting_cents, 0) end as waiting_return_cents,
      case when k.cents < s.commission_cents and k.cents = 0 or t.cents = coalesce(c.cents, s.commission_cents) then 'returned'
        else coalesce(c.status, s.order_status) end as order_status,
      case when format = 'fee_earnings' then coalesce((
        select max(f.order_date) from fee_order_dates f join import_batches b on b.id = f.batch_id
        where b.state = 'merged' and b.undone_at is null and ${isNewest('b', 'f.order_date')}
          and (f.marketplace, f.asin, f.tracking_id) = (s.marketplace, s.asin, lower(coalesce(s.tracking_id, '')))
          and f.order_date between s.order_date - 30 and s.order_date), order_date) else order_date end as order_date,
      case when format = 'fee_earnings' then order_date else s.shipped_on end as shipped_on,
      coalesce((s.returns ->> 'cents')::bigint, s.commission_cents) as worth_cents, coalesce(t.cents, 0) as taken_cents
    -- Full joins, though the right side is always matched: these are hashed even where few rows are expected.
    from standing s full join remaining k using (id) full join csv_remaining c on c.order_item_id = s.order_item_id
    left join taken_by_csv t on t.order_item_id = s.order_item_id
    order by s.order_item_id, coalesce(s.id = c.bought_id, false) desc, report_as_of desc, order_status_rank(s.order_status) desc, content_hash desc
  ), dated as (
    select * from reported
    where format <> 'folio_csv' or order_date < coalesce(paying_date(marketplace), 'infinity')
  ), duplicates as (
    -- Rows that are the same sale as an order that pays, and what returns take from them.
    select p.fee_item_id, p.folio_item_id, s.commission_cents - k.cents as back_cents
    from same_sales p
    join dated c on c.order_item_id = p.folio_item_id and c.format = 'folio_csv'
    left join (standing s join remaining k using (id)) on s.order_item_id = p.fee_item_id
  ), state as (
    select d.order_item_id, marketplace, currency, format, has_own_sub_tags, ordered_at, asin, product_title, quantity,
      commission_rate_bps, sub_tag, tracking_id, case when t.back_cents > 0
        then greatest(0, least(commission_cents, worth_cents - t.back_cents - taken_cents)) else commission_cents end
        as commission_cents,
      waiting_return_cents, case when t.back_cents > 0 and least(commission_cents, worth_cents - t.back_cents - taken_cents) <= 0
        then 'returned' else order_status end as order_status, order_date, shipped_on
    from dated d
    left join (select folio_item_id, sum(back_cents) as back_cents from duplicates group by 1) t
      on t.folio_item_id = d.order_item_id
    where order_item_id not in (select fee_item_id from duplicates)
  )
  select 'order ' || coalesce(s.order_item_id, o.order_item_id) || ': ' || case
      when o.order_item_id is null then 'is missing'
      when o.observation_id is null then 'is withdrawn, though a report has it'
      when s.order_item_id is null then 'exists, though it is in no report'
      when own.order_item_id is null then 'has an observation of another order'
      else concat_ws(' ', o.order_status, o.commission_cents, o.order_date, o.asin) || ' against '
        || concat_ws(' ', s.order_status, s.commission_cents, s.order_date, s.asin) end as line
  from state s full join amazon_orders o using (order_item_id)
  left join (
    select s.id, coalesce(r.order_item_id, s.order_item_id) as order_item_id
    from order_observations s left join fee_rows r on r.observation_id = s.id
  ) own on own.id = o.observation_id and own.order_item_id = o.order_item_id
  where ((s.order_item_id is null) <> (o.observation_id is null)
    or (o.observation_id is not null and own.order_item_id is null)
    or (s.order_item_id is not null and (o.marketplace, o.currency, o.format, o.file_has_own_sub_tags, o.order_date, o.ordered_at,
        o.asin, o.product_title, o.quantity, o.commission_cents, o.commission_rate_bps, o.order_status, o.sub_tag,
        o.tracking_id, o.waiting_return_cents, o.shipped_on)
      is distinct from (s.marketplace, s.currency, s.format, s.has_own_sub_tags, s.order_date, s.ordered_at, s.asin,
        s.product_title, s.quantity, s.commission_cents, s.commission_rate_bps, s.order_status, s.sub_tag,
        s.tracking_id, s.waiting_return_cents, s.shipped_on)))
    and (o.order_item_id is null or ${isFolded('o')})`

// Fee-Orders may still change the day of an order that is in no other report. That day does not matter until a report
// has the order again, and then it is matched by its new day.
const isReported = sql`o.observation_id is not null`

/**
 * Matches without an order, with another date than their order's, or with a product or link of another payee. A match
 * that waits for the next matching may have its order's earlier date.
 */
export const wrongMatches: RawBuilder<unknown> = sql`
  select 'order ' || m.order_item_id || ': ' || case
      when o.order_item_id is null then 'is matched, but does not exist'
      when ${isReported} and o.order_date <> m.order_date then 'is matched as of ' || m.order_date || ', not ' || o.order_date
      when m.product_id is not null and p.payee_id is distinct from m.payee_id
        then 'is matched to product ' || m.product_id || ' of another payee'
      else 'is matched to link ' || m.short_link_id || ' of another product' end as line
  from order_matches m
  left join amazon_orders o using (order_item_id)
  left join products p on p.id = m.product_id
  left join short_links l on l.id = m.short_link_id
  where o.order_item_id is null
    or (${isReported} and o.order_date <> m.order_date
      and not exists (select from orders_to_match w where w.order_item_id = m.order_item_id))
    or (m.product_id is not null and p.payee_id is distinct from m.payee_id)
    or (m.short_link_id is not null and l.product_id is distinct from m.product_id)`

/**
 * Orders that are listed as disagreeing though no decision is needed: they are in no report, the evidence agrees with
 * the match, or the match may still be decided again. One that waits for the next matching may be any of these.
 */
export const wrongDisagreements: RawBuilder<unknown> = sql`
  select 'order ' || d.order_item_id || ': belongs to ' || coalesce('payee ' || d.payee_id, 'nobody') || ' by its evidence, '
    || case
      when o.observation_id is null then 'and is in no report'
      when m.order_item_id is null or m.is_provisional then 'and its match is not final'
      when m.payee_id is not distinct from d.payee_id then 'and by its match'
      when o.order_date <> d.order_date then 'as of ' || d.order_date || ', not ' || o.order_date
      else 'by a product of another payee' end as line
  from order_disagreements d
  left join amazon_orders o using (order_item_id)
  left join order_matches m using (order_item_id)
  left join products p on p.id = d.product_id
  where (o.observation_id is null or m.order_item_id is null or m.is_provisional or m.payee_id is not distinct from d.payee_id
      or o.order_date <> d.order_date or p.payee_id <> d.payee_id)
    and not exists (select from orders_to_match w where w.order_item_id = d.order_item_id)`

/**
 * Orders under review without a review hold of their rows, and holds without a review, unless the next calculation has
 * yet to see them. Also holds whose positions have gaps.
 */
export const wrongHolds: RawBuilder<unknown> = sql`
  select 'order ' || order_item_id || ', payee ' || payee_id || ': '
    || case when is_under_review then 'is under review without a hold' else 'has a hold, but is not under review' end as line
  from (select order_item_id, payee_id, true as is_under_review from order_matches where review is not null) m
  full join (
    select order_item_id, payee_id, true as has_review_hold from earnings_holds
    group by order_item_id, payee_id having max(place) % 2 = 1
  ) h using (order_item_id, payee_id)
  where (has_review_hold is null or is_under_review is null)
    and (is_under_review is null
      or exists (select from earnings_ledger l where (l.order_item_id, l.payee_id) = (m.order_item_id, m.payee_id)))
    and not exists (select from orders_to_post w where w.order_item_id in (m.order_item_id, h.order_item_id))
    and not exists (select from amazon_orders r
      where r.order_item_id in (m.order_item_id, h.order_item_id) and r.review_reason is not null)
  union all
  select 'order ' || order_item_id || ', payee ' || payee_id || ': its holds are not numbered one by one'
  from earnings_holds group by order_item_id, payee_id having count(*) <> max(place)`

/**
 * Ledger rows and queues that name unknown orders, and orders that wait to be matched by another day than their own.
 */
export const lostOrders: RawBuilder<unknown> = sql`
  select 'order ' || order_item_id || ' does not exist, but is in ' || holder as line
  from (
    select distinct order_item_id, 'the ledger' as holder from earnings_ledger where order_item_id is not null
    union all select order_item_id, 'the queue for matching' from orders_to_match
    union all select order_item_id, 'the queue for calculation' from orders_to_post
  ) named
  where not exists (select from amazon_orders o where o.order_item_id = named.order_item_id)
  union all
  select 'order ' || order_item_id || ' waits to be matched as of ' || w.order_date || ', not ' || o.order_date
  from orders_to_match w join amazon_orders o using (order_item_id)
  where ${isReported} and w.order_date <> o.order_date`

/** Observations that changed since they were merged: their hash covers all columns, and is computed again. */
export const wrongObservations: RawBuilder<unknown> = sql`
  select 'order ' || s.order_item_id || ', line ' || s.line || ' of import ' || s.batch_id
    || ': does not have its hash' as line
  from order_observations s left join import_batches b on b.id = s.batch_id
  where b.id is null or s.content_hash <> ${sql.raw(contentHash)}`

/** Imports with another number of order items than their own count, and items of unknown imports. */
export const wrongCounts: RawBuilder<unknown> = sql`
  select 'import ' || coalesce(b.id, s.id) || ': ' || coalesce(b.total || ' items', 'is not there') || ' against '
    || coalesce(s.items, 0) || ' items' as line
  from (select id, case state when 'merged' then total else 0 end as total from import_batches) b
  full join (
    select id, sum(items) as items
    from (
      select batch_id as id, count(*) as items from order_observations group by 1
      union all select batch_id, count(*) from fee_order_dates group by 1
    ) brought
    group by id
  ) s on s.id = b.id
  where b.total is distinct from coalesce(s.items, 0)`

/** Orders that are paid by the wrong format for their ship date, and days on which a file pays in the wrong way. */
export const wrongPayers: RawBuilder<unknown> = sql`
  select 'order ' || order_item_id || ': pays by ' || format || ' on ' || coalesce(shipped_on, order_date) as line
  from amazon_orders
  where observation_id is not null and case format
    when 'folio_csv' then order_date >= paying_date(marketplace)
    else shipped_on < paying_date(marketplace) end
  union all
  select 'import ' || import_id || ': ' || case when pays then 'pays' else 'does not pay' end || ' for ' || day
  from import_days
  where format <> 'fee_orders' and pays is distinct from case format
    when 'folio_csv' then day < coalesce(paying_date(marketplace), 'infinity')
    else day >= coalesce(paying_date(marketplace), '-infinity') end`

/** Sales that an admin said are one, but that are paid both by an order and by a row of Fee-Earnings. */
export const doubledSales: RawBuilder<unknown> = sql`
  select 'order ' || p.folio_item_id || ' and row ' || p.fee_item_id || ': are one sale, and both pay' as line
  from same_sales p
  join amazon_orders c on c.order_item_id = p.folio_item_id and c.observation_id is not null
  join amazon_orders f on f.order_item_id = p.fee_item_id and f.observation_id is not null`

/** Order items that do not belong to the id with their product and sub tag. */
export const wrongParts: RawBuilder<unknown> = sql`
  select 'order ' || p.order_item_id || ': is no part of ' || p.reported_id as line
  from order_parts p left join order_observations s on s.id = p.observation_id
  where (s.order_item_id, s.batch_id) is distinct from (p.order_item_id, p.import_id)
    or p.order_item_id not in
      (order_part_id(p.reported_id, s.asin, lower(s.sub_tag)), order_part_id(p.reported_id, s.asin, s.sub_tag))`

/** Ledger rows that were posted by an observation of another order, or by an unknown one. */
export const wrongReasons: RawBuilder<unknown> = sql`
  select 'payee ' || l.payee_id || ', row ' || l.sequence || ': no report said ' || l.observation_id || ' of order '
    || l.order_item_id as line
  from earnings_ledger l
  left join order_observations s on s.id = l.observation_id
  left join fee_rows r on r.observation_id = l.observation_id
  where l.observation_id is not null and coalesce(r.order_item_id, s.order_item_id) is distinct from l.order_item_id`

/** Finished posting runs whose rows differ from the number or the digest that they ended with. */
export const wrongRuns: RawBuilder<unknown> = sql`
  select 'posting run ' || r.id || ': ' || case when r.entries <> l.entries
    then r.entries || ' rows against ' || l.entries else 'its rows do not have its digest' end as line
  from posting_runs r
  cross join lateral (
    select count(*) as entries, sha256(coalesce(string_agg(hash, '' order by payee_id, sequence), '')) as digest
    from earnings_ledger where posting_run_id = r.id
  ) l
  where r.finished_at is not null and (r.entries <> l.entries or r.digest is distinct from l.digest)
    and not exists (select from order_runs o where o.id = r.run_id and o.state = 'running')`

/** Ledger rows with the rate of a month that was never set, or with another one than was set. */
export const wrongRates: RawBuilder<unknown> = sql`
  select 'row ' || l.id || ' of order ' || l.order_item_id || ' names ' || (c ->> 'usd_per_unit') || ' for '
    || (c ->> 'currency') || ' in ' || (c ->> 'month') as line
  from earnings_ledger l cross join lateral jsonb_array_elements(l.evidence -> 'conversions') c
  where not exists (select from exchange_rates r
    where (r.currency, r.earning_month, r.usd_per_unit)
      = (c ->> 'currency', c ->> 'month', (c ->> 'usd_per_unit')::numeric))`
