-- The state of a CSV order item that has returns, computed from all files in force plus the one being merged: the
-- newest file that mentions the purchase, less every file's returns, with the amount of each month. A status 'returned'
-- of the whole purchase counts like any status: the newest file decides. `observation_id` is null where the newest
-- observation stands as it is. A return whose purchase no file mentions leaves its amount waiting.
--
-- A return in several files is one: it counts as often as it does in the file that has it most often. If an admin says
-- that two are the same, the one in the newer report counts; if the newest report that has either has both, they are
-- two. If the parts of an order belong to several months and each came back in full, nothing is left in any of them
-- (decision 114).
--
-- The plan is made once a connection, as look-ups by key: a merge calls this very often, and a plan that was made while
-- tables were empty would later read whole tables.
create or replace function csv_after_returns(item text, merging uuid)
returns table (observation_id uuid, quantity integer, cents bigint, status text, waiting_cents bigint,
  unclear_cents bigint, bought_cents bigint, months jsonb)
language sql stable strict
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with standing as (
    select o.id, o.returns, row (b.report_as_of, o.status_rank, o.content_hash) as place,
      o.returns is null or o.returns ? 'quantity' as tells_purchase,
      coalesce((o.returns ->> 'quantity')::integer, o.quantity) as quantity,
      coalesce((o.returns ->> 'cents')::bigint, o.commission_cents) as cents,
      coalesce(o.returns ->> 'status', o.order_status) as status,
      to_char(coalesce(o.shipped_on, o.order_date), 'YYYY-MM') as month, o.other_months
    from order_observations o join import_batches b on b.id = o.batch_id
    where o.order_item_id = item and o.fee_key is null and (b.state = 'merged' or b.id = merging) and b.undone_at is null
      -- An observation no longer counts if a newer report has the id as a whole or in other parts (decision 33).
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
    select e.back, e.number, max(s.place) as place
    from standing s
    cross join lateral (
      select back, row_number() over (partition by back) as number from jsonb_array_elements(s.returns -> 'returns') as back
    ) e
    where not exists (
      select from bought b where s.place < b.place and not (back ->> 'reversed')::boolean
        and coalesce((back ->> 'pieces')::bigint, b.quantity) >= b.quantity)
    group by e.back, e.number
  ), same as (
    select d.later, d.later_number, d.earlier, d.earlier_number
    from return_decisions d join import_batches b on b.id = d.import_id
    where d.order_item_id = item and d.earlier is not null and (b.state = 'merged' or b.id = merging) and b.undone_at is null
  ), back as (
    select coalesce(jsonb_agg(back), '[]') as returns,
      coalesce(sum((back ->> 'cents')::bigint) filter (where (back ->> 'reversed')::boolean), 0)::bigint as cents
    from told t
    where not exists (
      select
      from (
        select later as back, later_number as number, earlier as other, earlier_number as other_number from same
        union all
        select earlier, earlier_number, later, later_number from same
      ) s join told newer on newer.back = s.other and newer.number = s.other_number
      where s.back = t.back and s.number = t.number and newer.place > t.place)
  )
  select case when not l.is_full then b.id end, case when not l.is_full then l.pieces end,
    case when not l.is_full then l.cents end, case when l.is_full then null
      when back.returns <> '[]' and l.cents = 0 and (b.cents > 0 or l.pieces = 0) then 'returned' else b.status end,
    case when b.id is null then back.cents else 0 end,
    case when b.status = 'shipped' and l.is_unclear then l.told_cents end, b.cents,
    case when b.status = 'shipped' then coalesce(add_months(
      add_months(b.other_months, jsonb_build_object(b.month, b.cents - total_of_months(b.other_months))),
      months_of_returns(back.returns, b.quantity, b.cents, b.cents - l.cents)), '{}') end
  from back left join bought b on true left join lateral left_of_purchase(b.quantity, b.cents, back.returns) l on b.id is not null
$$;
