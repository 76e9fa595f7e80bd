import { type RawBuilder, sql } from 'kysely'

/**
 * Rows of Fee-Earnings whose stored identity differs from their observation, or whose numbers among equal rows have
 * gaps.
 */
export const wrongIdentities: RawBuilder<unknown> = sql`
  select 'row ' || id || ': ' || case when observation_id is null then 'has no identity'
      else concat_ws(' ', day, cents, pieces, ordinal) || ' against '
        || concat_ws(' ', order_date, commission_cents, quantity, number) end as line
  from (
    select s.*, r.observation_id, r.import_id, r.day, r.fee_key as known_key, r.sub_tag as known_tag, r.cents, r.pieces,
      r.ordinal, r.name, count(*) over (
        partition by batch_id, order_date, r.fee_key, r.sub_tag, commission_cents, quantity
        order by status_rank, product_title collate "C", line rows unbounded preceding) as number
    from (select * from order_observations where fee_key is not null) s
    full join fee_rows r on r.observation_id = s.id
  ) s
  where (import_id, day, lower(known_tag), cents, pieces, ordinal, name) is distinct from
    (batch_id, order_date, lower(coalesce(sub_tag, '')), commission_cents, quantity, number,
      fee_row_name(known_key, known_tag, order_date, commission_cents, quantity, number))
    -- The key of a tracking id with capitals was folded later, if it was stored as it was written.
    or known_key is distinct from fee_key
      and (left(known_key, -12) is distinct from left(fee_key, -12) or tracking_id = lower(tracking_id))`

/**
 * Rows of Fee-Earnings that belong to another order item than the row they were paired with (decision 33). Each file
 * is compared with the one merged before it, so if every pair is right, all are.
 */
export const wrongPairs: RawBuilder<unknown> = sql`
  with pair as (
    select coalesce(n.day, o.day) as day, coalesce(n.fee_key, o.fee_key) as fee_key,
      coalesce(n.sub_tag, o.sub_tag) as sub_tag, coalesce(n.import_id, o.after) as import_id,
      n.observation_id, n.name, n.order_item_id as item, o.order_item_id as item_before
    from fee_rows n
    full join (
      select r.*, d.import_id as after from import_days d join fee_rows r on r.import_id = d.paired_id and r.day = d.day
    ) o on (o.after, o.day, o.fee_key, o.sub_tag, o.cents, o.pieces, o.ordinal)
      = (n.import_id, n.day, n.fee_key, n.sub_tag, n.cents, n.pieces, n.ordinal)
  ), alone as (
    select import_id, day, fee_key, sub_tag, count(observation_id) as fresh, count(item_before) as gone,
      min(item_before) as gone_item
    from pair where observation_id is null or item_before is null group by 1, 2, 3, 4
  )
  select 'row ' || p.observation_id || ': is of order ' || coalesce(p.item, 'none') || ', not '
    || coalesce(p.item_before, case when fresh = 1 and gone = 1 then gone_item end, 'one of its own') as line
  from pair p
  left join alone a on p.item_before is null and (a.import_id, a.day, a.fee_key, a.sub_tag)
    = (p.import_id, p.day, p.fee_key, p.sub_tag)
  left join earlier_order_ids e on e.order_item_id = p.item
  join import_batches b on b.id = p.import_id and b.undone_at is null
  where p.observation_id is not null and case
    when p.item is null then true
    when p.item_before is not null then p.item <> p.item_before
    when fresh = 1 and gone = 1 then p.item <> gone_item
    else coalesce(e.name, p.item) <> p.name and not coalesce(e.name, p.item) ^@ (p.name || '-') end`

/**
 * Orders that wait for an admin though all their rows are paired or accepted, and orders that should wait and do not.
 */
export const wrongReviews: RawBuilder<unknown> = sql`
  with unpaired as (
    select distinct u.order_item_id
    from fee_unpaired u
    join import_days d on (d.import_id, d.day) = (u.import_id, u.day)
    join import_batches b on b.id = d.import_id
    where u.reviewed_at is null and b.state = 'merged' and b.undone_at is null
      and d.day >= coalesce(paying_date(d.marketplace), '-infinity') and not exists (
      select from import_days l join import_batches later on later.id = l.import_id
      where later.state = 'merged' and later.undone_at is null
        and (l.marketplace, l.format, l.day) = (d.marketplace, d.format, d.day)
        and (later.report_as_of, later.file_hash) > (b.report_as_of, b.file_hash))
  )
  select 'order ' || o.order_item_id || ': ' || coalesce(o.review_reason, 'is not under review') as line
  from amazon_orders o left join unpaired u using (order_item_id)
  where (o.review_reason is not distinct from 'restated_ambiguously') <> (u.order_item_id is not null)`
