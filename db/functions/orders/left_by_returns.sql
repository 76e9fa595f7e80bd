-- For each item in force of some keys: the amount bought minus what returns took from it (`cents`), and in which months
-- they took it. For each return: what found no purchase yet (`waiting_cents`). fee_takings() decides which return takes
-- from which purchase. A return that the platform bears waits for no purchase.
--
-- The plan is made once a connection, as look-ups by key: a merge calls this very often, and a plan that was made while
-- tables were empty would later read whole tables.
create or replace function left_by_returns(fee_keys text[])
returns table (order_item_id text, cents bigint, waiting_cents bigint, months jsonb) language sql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with taken as materialized (
    select * from fee_takings(fee_keys)
  ), each as (
    select r.order_item_id, r.cents as said, 0::bigint as taken, null::jsonb as months
    from unnest(fee_keys) as key cross join lateral (
      select r.order_item_id, r.cents
      from fee_rows r join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
      where r.fee_key = key offset 0
    ) r
    union all
    select purchase_id, null, cents, jsonb_build_object(to_char(day, 'YYYY-MM'), -cents) from taken
    union all
    select return_id, null, cents, null from taken
  )
  -- Grouped, not joined: the planner does not know how many rows there are.
  select order_item_id, greatest(0, max(said) - sum(taken))::bigint,
    case when max(said) < 0 and is_borne(order_item_id) then 0 else greatest(0, -max(said) - sum(taken)) end::bigint,
    sum_months(months) filter (where months is not null)
  from each group by 1
$$;
