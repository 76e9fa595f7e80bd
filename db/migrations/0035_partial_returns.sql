-- Up Migration

-- What came back of an order item of Folio's CSV is told row by row, beside what was bought: {"quantity", "cents", "status"}
-- of the rows of a file that tell of the purchase, where there are any, and its "returns" as {"day", "pieces", "cents",
-- "reversed"}. Null where the file tells of no return. The other columns say what the file alone comes to.
alter table import_staging add column returns jsonb;
alter table order_observations add column returns jsonb;
create index order_observations_returns on order_observations (order_item_id) where returns is not null;
-- Files that wait to be merged were combined by the earlier rule.
do $$
declare
  staging text;
begin
  for staging in
    select name
    from (select 'import_staging_' || replace(b.id::text, '-', '') as name from import_batches b) of_import
    where to_regclass(name) is not null
  loop
    execute format('alter table %I add column returns jsonb', staging);
  end loop;
end $$;

-- What is left of pieces bought for so many cents after some returns, and what those come to. A row that takes back
-- (`reversed`) takes the amount that it says; a row of what was returned takes all where it names all pieces, or none at
-- all, else what it says. What says no amount takes its share by pieces. `is_full`: all came back by its pieces;
-- `is_unclear`: neither pieces nor amounts fit.
create function left_of_purchase(bought integer, worth bigint, returns jsonb)
returns table (pieces integer, cents bigint, told_cents bigint, is_full boolean, is_unclear boolean)
language sql immutable parallel safe as $$
  with back as (
    select coalesce(pieces, bought) as pieces, cents, reversed, not reversed and coalesce(pieces, bought) >= bought as is_all
    from jsonb_to_recordset(returns) as r (pieces bigint, cents bigint, reversed boolean)
  ), sums as (
    select coalesce(sum(pieces), 0) as pieces, coalesce(sum(cents), 0) as said_cents,
      coalesce(sum(cents) filter (where not is_all), 0) as part_cents,
      coalesce(sum(pieces) filter (where not is_all and cents = 0), 0) as unsaid, coalesce(bool_or(is_all), false) as is_full,
      coalesce(bool_or(pieces > bought or cents > worth or not reversed and not is_all and cents >= worth), false) as is_misfit
    from back
  ), shared as (
    select *, case when unsaid = 0 then 0 when unsaid >= bought then worth else round(worth * unsaid / bought) end as share
    from sums
  )
  select greatest(bought - pieces, 0)::integer,
    case when is_full then 0 else greatest(worth - part_cents - share, 0)::bigint end,
    (said_cents + share)::bigint, is_full, is_misfit or not is_full and part_cents + share > worth
  from shared
$$;

-- What an order item of Folio's CSV that something came back of is, by all files that stand and one that is being merged: by
-- the newest that tells of the purchase, less the returns of all of them. The same return told by several files is one: it is
-- there as often as the file with the most has it. That all pieces were returned is said like any status: by the newest
-- file. `observation_id` is null where the newest observation stands as it is; of a return whose purchase no file tells of,
-- the amount waits.
create function csv_after_returns(item text, merging uuid)
returns table (observation_id uuid, quantity integer, cents bigint, status text, waiting_cents bigint,
  unclear_cents bigint, bought_cents bigint)
language sql stable strict
set plan_cache_mode = force_custom_plan as $$
  with standing as (
    select o.id, o.returns, row (b.report_as_of, o.status_rank, o.content_hash) as place,
      o.returns is null or o.returns ? 'quantity' as tells_purchase,
      coalesce((o.returns ->> 'quantity')::integer, o.quantity) as quantity,
      coalesce((o.returns ->> 'cents')::bigint, o.commission_cents) as cents,
      coalesce(o.returns ->> 'status', o.order_status) as status
    from order_observations o join import_batches b on b.id = o.batch_id
    where o.order_item_id = item and o.fee_key is null and (b.state = 'merged' or b.id = merging) and b.undone_at is null
      -- Where a newer report tells of the id in whole, or in other parts, it says nothing (decision 33).
      and not exists (
        select
        from (select coalesce((select reported_id from order_parts where order_item_id = item limit 1), item) as id) reported
        cross join lateral (
          select p.import_id, p.order_item_id from order_parts p where p.reported_id = reported.id
          union all
          select s.batch_id, s.order_item_id from order_observations s
          where s.order_item_id = reported.id and reported.id <> item
        ) other
        join import_batches n on n.id = other.import_id
        where other.order_item_id <> item and (n.state = 'merged' or n.id = merging) and n.undone_at is null
          and (n.report_as_of, n.file_hash) > (b.report_as_of, b.file_hash))
  ), bought as (
    select * from standing where tells_purchase order by place desc limit 1
  ), told as (
    select distinct e.back, e.number
    from standing s
    cross join lateral (
      select back, row_number() over (partition by back) as number from jsonb_array_elements(s.returns -> 'returns') as back
    ) e
    where not exists (
      select from bought b where s.place < b.place and not (back ->> 'reversed')::boolean
        and coalesce((back ->> 'pieces')::bigint, b.quantity) >= b.quantity)
  ), back as (
    select coalesce(jsonb_agg(back), '[]') as returns,
      coalesce(sum((back ->> 'cents')::bigint) filter (where (back ->> 'reversed')::boolean), 0)::bigint as cents
    from told
  )
  select case when not l.is_full then b.id end, case when not l.is_full then l.pieces end,
    case when not l.is_full then l.cents end, case when l.is_full then null
      when back.returns <> '[]' and l.cents = 0 and (b.cents > 0 or l.pieces = 0) then 'returned' else b.status end,
    case when b.id is null then back.cents else 0 end,
    case when b.status = 'shipped' and l.is_unclear then l.told_cents end, b.cents
  from back left join bought b on true left join lateral left_of_purchase(b.quantity, b.cents, back.returns) l on b.id is not null
$$;
