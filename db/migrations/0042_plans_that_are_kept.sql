-- Up Migration

-- These are called for one order, or for the returns of one item, many times a merge, and were planned anew each time: some
-- milliseconds for what takes a tenth of one. They were, because a plan that was made while tables were empty reads whole
-- tables later. Now each is planned once a connection, as look-ups by key, which is right however many rows there are.
alter function csv_after_returns(text, uuid)
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off;
alter function csv_purchase(text, uuid)
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off;
alter function left_by_returns(text[])
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off;
alter function returns_of_csv_orders(text, text[], uuid)
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off;

-- As before, but for how a name is found that no other row has.
-- Says whose rows those of an import are, by the standing file before it on each day: equal ones are of the same item; a
-- single one that is new is the single one of its key that is gone, restated; all others are items of their own.
create or replace function pair_fee_rows(paired uuid) returns void language plpgsql
set plan_cache_mode = force_custom_plan as $$
begin
  update import_days mine set paired_id = (
    select d.import_id
    from import_days d join import_batches earlier on earlier.id = d.import_id
    where (d.marketplace, d.format, d.day) = (mine.marketplace, mine.format, mine.day) and d.stands
      and (earlier.report_as_of, earlier.file_hash) < (b.report_as_of, b.file_hash)
    order by earlier.report_as_of desc, earlier.file_hash desc limit 1)
  from import_batches b
  where mine.import_id = paired and b.id = paired;

  with sides as (
    select observation_id, day, fee_key, sub_tag, cents, pieces, ordinal, null as order_item_id, true as is_new
    from fee_rows where import_id = paired
    union all
    select r.observation_id, r.day, r.fee_key, r.sub_tag, r.cents, r.pieces, r.ordinal, r.order_item_id, false
    from import_days d join fee_rows r on r.import_id = d.paired_id and r.day = d.day
    where d.import_id = paired
  ), equals as (
    -- Put together by grouping, never by a join: nothing is known yet of how many there are.
    select day, fee_key, sub_tag, max(order_item_id) as item, any_value(observation_id) filter (where is_new) as now
    from sides group by day, fee_key, sub_tag, cents, pieces, ordinal
  ), settled as (
    select now, coalesce(item, case when gone = 1 and fresh = 1 then gone_item end) as item
    from (
      select *, count(*) filter (where now is null) over alike as gone,
        count(*) filter (where item is null) over alike as fresh, max(item) filter (where now is null) over alike as gone_item
      from equals window alike as (partition by day, fee_key, sub_tag)
    ) counted
    where now is not null
  )
  update fee_rows r set order_item_id = s.item from settled s where r.observation_id = s.now and s.item is not null;

  -- An item that is a restated one may have the name that another row begins with now.
  update fee_rows r set order_item_id = (
    -- One name after the other: of a thousand tried at once for each row, nearly all would be tried for nothing.
    with recursive named as (
      select 1 as k, coalesce((select e.order_item_id from earlier_order_ids e where e.name = r.name), r.name) as id
      union all
      select k + 1, coalesce(
        (select e.order_item_id from earlier_order_ids e where e.name = r.name || '-' || k + 1), r.name || '-' || k + 1)
      from named
      where exists (select from fee_rows t where t.import_id = paired and t.order_item_id = named.id)
        or exists (select from fee_rows t where t.import_id = d.paired_id and t.order_item_id = named.id)
    )
    select id from named order by k desc limit 1)
  from import_days d
  where r.import_id = paired and r.order_item_id is null and d.import_id = paired and d.day = r.day;

  insert into fee_unpaired (import_id, day, order_item_id)
  select paired, day, order_item_id
  from (
    select *, count(*) filter (where not was) over alike as fresh, count(*) filter (where not stays) over alike as gone
    from (
      select day, fee_key, sub_tag, order_item_id, bool_or(is_new) as stays, bool_or(not is_new) as was
      from (
        select day, fee_key, sub_tag, order_item_id, true as is_new from fee_rows where import_id = paired
        union all
        select r.day, r.fee_key, r.sub_tag, r.order_item_id, false
        from import_days d join fee_rows r on r.import_id = d.paired_id and r.day = d.day
        where d.import_id = paired
      ) sides
      group by day, fee_key, sub_tag, order_item_id
    ) items
    window alike as (partition by day, fee_key, sub_tag)
  ) counted
  where not (was and stays) and fresh > 0 and gone > 0
  union
  select paired, u.day, u.order_item_id
  from import_days d join fee_unpaired u on u.import_id = d.paired_id and u.day = d.day
  where d.import_id = paired and u.reviewed_at is null;
end $$;
