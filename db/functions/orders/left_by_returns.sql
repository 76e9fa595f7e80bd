-- What returns leave of the items that count of some keys, what of each return waits for a purchase, and in which
-- months something was taken. A return takes as fee_takings() says. Of an item is left what the sum of all rows, from
-- it on, never takes away again; what waits is by how much the sum has fallen below nothing. What the platform bears
-- waits for no purchase.
--
-- Planned once a connection, as look-ups by key: called very often in a merge, and a plan that was made while tables
-- were empty would read whole tables later.
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
  -- Grouped, never joined: the planner does not know how many there are.
  select order_item_id, greatest(0, max(said) - sum(taken))::bigint,
    case when max(said) < 0 and is_borne(order_item_id) then 0 else greatest(0, -max(said) - sum(taken)) end::bigint,
    sum_months(months) filter (where months is not null)
  from each group by 1
$$;
