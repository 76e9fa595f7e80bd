-- Up Migration

-- What of a return of Fee-Earnings has found no purchase yet.
alter table amazon_orders
  add column waiting_return_cents bigint not null default 0 check (waiting_return_cents >= 0);
create index amazon_orders_waiting_returns on amazon_orders (order_date desc, order_item_id desc)
  where waiting_return_cents > 0;

-- What returns leave of the items that count of some keys, and what of each return waits for a purchase. A return takes from
-- what was bought through the same sub tag on its day or before, the latest first; what is left of one with a sub tag then
-- from what was bought without one; never from what was bought through another. Of an item is left what the sum of
-- all rows, from it on, never takes away again; what waits is by how much the sum has fallen below nothing.
create function left_by_returns(fee_keys text[])
returns table (order_item_id text, cents bigint, waiting_cents bigint) language sql stable
set plan_cache_mode = force_custom_plan as $$
  with counting as (
    select r.*
    from unnest(fee_keys) as key cross join lateral (
      select r.fee_key, r.sub_tag, r.order_item_id, r.day, r.cents
      from fee_rows r join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
      where r.fee_key = key offset 0
    ) r
  ), sums as (
    select *, (sum(cents) over (partition by fee_key, sub_tag
      order by day, cents < 0, order_item_id rows unbounded preceding))::bigint as sum
    from counting
  ), settled as (
    select *,
      greatest(0, cents - sum + min(sum) over (partition by fee_key, sub_tag
        order by day desc, cents < 0 desc, order_item_id desc rows unbounded preceding)) as rest,
      greatest(0, -min(sum) over (partition by fee_key, sub_tag
        order by day, cents < 0, order_item_id rows unbounded preceding)) as missing
    from sums
  ), first as (
    select *, missing - coalesce(lag(missing) over (partition by fee_key, sub_tag
      order by day, cents < 0, order_item_id), 0) as waiting
    from settled
  ), again as (
    select fee_key, order_item_id, day, is_return, change, (sum(change) over (partition by fee_key
      order by day, is_return, order_item_id rows unbounded preceding))::bigint as sum
    from (
      select fee_key, order_item_id, day, cents < 0 as is_return, case when cents < 0 then -waiting else rest end as change
      from first where (sub_tag = '') = (cents >= 0)
    ) changes
  ), settled_again as (
    select *,
      greatest(0, change - sum + min(sum) over (partition by fee_key
        order by day desc, is_return desc, order_item_id desc rows unbounded preceding)) as rest,
      greatest(0, -min(sum) over (partition by fee_key
        order by day, is_return, order_item_id rows unbounded preceding)) as missing
    from again
  ), second as (
    select *, missing - coalesce(lag(missing) over (partition by fee_key order by day, is_return, order_item_id), 0)
      as waiting
    from settled_again
  )
  select order_item_id, case when cents < 0 then 0 else rest end, case when cents < 0 then waiting else 0 end
  from first where (sub_tag = '') <> (cents >= 0)
  union all
  select order_item_id, case when is_return then 0 else rest end, case when is_return then waiting else 0 end from second
$$;

-- Orders are as the rule says from now on; what differs from what is posted is posted by the next calculation.
with due as (
  select l.order_item_id, l.waiting_cents, l.cents, case
      when s.commission_cents > 0 and l.cents = 0 then 'returned' else s.order_status end as status
  from left_by_returns(array(select distinct fee_key from fee_rows where cents < 0)) l
  join amazon_orders o using (order_item_id)
  join order_observations s on s.id = o.observation_id
), changed as (
  update amazon_orders o
  set commission_cents = d.cents, order_status = d.status, waiting_return_cents = d.waiting_cents
  from due d
  where o.order_item_id = d.order_item_id
    and (o.commission_cents, o.order_status, o.waiting_return_cents)
      is distinct from (d.cents, d.status, d.waiting_cents)
  returning new.order_item_id, old.commission_cents <> new.commission_cents as is_worth_another
)
insert into orders_to_post select order_item_id from changed where is_worth_another on conflict do nothing;
