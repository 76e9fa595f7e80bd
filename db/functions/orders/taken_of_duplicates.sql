-- What returns take from rows of Fee-Earnings that are the same sale as an order of Folio's CSV (decision 42): it is
-- taken from the order, whatever the row says by now.
create or replace function taken_of_duplicates(item text) returns bigint language sql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select coalesce(sum(r.cents - l.cents), 0)::bigint
  from same_sales t
  cross join lateral (
    select f.fee_key, f.cents
    from fee_rows f join import_days d on d.import_id = f.import_id and d.day = f.day and d.counts
    where f.order_item_id = t.fee_item_id limit 1
  ) r
  join lateral left_by_returns(array[r.fee_key]) l on l.order_item_id = t.fee_item_id
  where t.folio_item_id = item
$$;
