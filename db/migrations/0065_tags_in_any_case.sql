-- Up Migration

-- A sub tag is the same one in any case. What rows of Fee-Earnings are known by is folded; what they say is kept and shown as it
-- was written. Where a key has one sub tag in two cases on a day, its rows stay known as they were: their orders are two already.
alter table fee_rows disable trigger fee_rows_said_once;
create temporary table folded_rows on commit drop as
select r.observation_id, r.order_item_id, r.name as name_before,
  fee_row_name(r.fee_key, lower(r.sub_tag), r.day, r.cents, r.pieces, r.ordinal) as name
from fee_rows r
where r.sub_tag <> lower(r.sub_tag) and not exists (
  select from fee_rows o
  where o.fee_key = r.fee_key and o.day = r.day and lower(o.sub_tag) = lower(r.sub_tag) and o.sub_tag <> r.sub_tag);
update fee_rows r set sub_tag = lower(r.sub_tag), name = f.name
from folded_rows f where f.observation_id = r.observation_id;
alter table fee_rows enable trigger fee_rows_said_once;
-- Orders that begin with such a row keep their ids.
insert into earlier_order_ids (name, order_item_id)
select distinct on (f.order_item_id) f.name || substr(known.name, length(f.name_before) + 1), f.order_item_id
from folded_rows f
left join earlier_order_ids e on e.order_item_id = f.order_item_id
cross join lateral (select coalesce(e.name, f.order_item_id) as name) known
where known.name = f.name_before or known.name ^@ (f.name_before || '-')
order by f.order_item_id
on conflict (order_item_id) do update set name = excluded.name;

-- As before, by tags in any case.
create or replace function returns_of_csv_orders(item text, orders text[], merging uuid)
returns table (return_id text, purchase_id text, pieces integer, cents bigint) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  backs jsonb;
  bought jsonb;
  back record;
  found_id text;
  taken jsonb := '{}';
  settled text[] := '{}';
begin
  -- Few wait: where none does, no order is looked at. Those that do are looked up one by one: otherwise the rows of all days
  -- that count are read for them.
  select jsonb_agg(jsonb_build_object('id', l.order_item_id, 'day', r.day, 'sub_tag', lower(r.sub_tag),
      'tracking_id', lower(coalesce(r.tracking_id, '')), 'pieces', -r.pieces, 'cents', -r.cents))
    into backs
  from left_by_returns(array(
    select distinct fee_key from fee_rows f where f.cents < 0 and left(f.fee_key, -13) = item)) l
  cross join lateral (
    select r.day, r.sub_tag, s.tracking_id, r.pieces, r.cents
    from fee_rows r
    join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
    join order_observations s on s.id = r.observation_id
    where r.order_item_id = l.order_item_id offset 0
  ) r
  where l.waiting_cents > 0 and l.waiting_cents = -r.cents and r.pieces < 0;
  if backs is null then
    return;
  end if;
  select jsonb_agg(jsonb_build_object('id', c.id, 'day', p.day, 'sub_tag', lower(coalesce(p.sub_tag, '')),
      'tracking_id', lower(coalesce(p.tracking_id, '')), 'pieces', p.pieces, 'cents', p.cents, 'left_pieces', p.left_pieces,
      'left_cents', p.left_cents))
    into bought
  from (
    select told.id from unnest(orders) as told (id)
    where exists (
      select from order_observations o
      join jsonb_to_recordset(backs) as b (day date, sub_tag text, tracking_id text) on o.order_date <= b.day
        and (b.sub_tag <> '' and lower(o.sub_tag) = b.sub_tag
            and (b.tracking_id = '' or lower(coalesce(o.tracking_id, '')) in ('', b.tracking_id))
          or coalesce(o.sub_tag, '') = '' and lower(o.tracking_id) = b.tracking_id and b.tracking_id <> '')
      where o.order_item_id = told.id and o.fee_key is null)
  ) c cross join lateral csv_purchase(c.id, merging) p
  where 'fee-' || p.marketplace || '-' || p.asin = item and p.pieces > 0;
  if bought is null then
    return;
  end if;
  for is_second in 0..1 loop
    for back in
      select b.*
      from jsonb_to_recordset(backs) as b (id text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint)
      where b.id <> all (settled)
      order by b.day, b.id collate "C"
    loop
      select p.id into found_id
      from jsonb_to_recordset(bought) as p (id text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint,
        left_pieces integer, left_cents bigint)
      where p.day <= back.day
        and case when is_second = 1 then back.sub_tag <> '' and p.sub_tag = '' and p.tracking_id = back.tracking_id
            and p.tracking_id <> ''
          when back.sub_tag = '' then p.sub_tag = '' and p.tracking_id = back.tracking_id and p.tracking_id <> ''
          else p.sub_tag = back.sub_tag and (p.tracking_id in ('', back.tracking_id) or back.tracking_id = '') end
        and back.cents between floor(p.cents::numeric * back.pieces / p.pieces) and ceil(p.cents::numeric * back.pieces / p.pieces)
        and p.left_pieces - coalesce((taken -> p.id ->> 'pieces')::integer, 0) >= back.pieces
        and p.left_cents - coalesce((taken -> p.id ->> 'cents')::bigint, 0) >= back.cents
      order by p.day desc, p.id collate "C" desc limit 1;
      if found then
        settled := settled || back.id;
        taken := taken || jsonb_build_object(found_id, jsonb_build_object(
          'pieces', coalesce((taken -> found_id ->> 'pieces')::integer, 0) + back.pieces,
          'cents', coalesce((taken -> found_id ->> 'cents')::bigint, 0) + back.cents));
        return query select back.id, found_id, back.pieces, back.cents;
      end if;
    end loop;
  end loop;
end $$;

-- Orders are as the rule says from now on; what differs from what is posted is posted by the next calculation.
with keys as materialized (
  select fee_key from fee_rows where cents < 0 and fee_key in (
    select r.fee_key from order_observations s join fee_rows r on r.observation_id = s.id where s.sub_tag <> lower(s.sub_tag))
), due as materialized (
  select l.order_item_id, s.commission_cents as told_cents, l.cents, l.waiting_cents,
    case when s.commission_cents > 0 and l.cents = 0 then 'returned' else s.order_status end as status
  from left_by_returns(array(select distinct fee_key from keys)) l
  join amazon_orders o using (order_item_id)
  join order_observations s on s.id = o.observation_id
  where o.taken_from_id is null and not exists (select from same_sales t where t.fee_item_id = l.order_item_id)
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
with due as materialized (
  select t.*
  from (select distinct left(fee_key, -13) as item from fee_rows where cents < 0) i
  cross join lateral returns_of_csv_orders(i.item, array(
    select order_item_id from amazon_orders
    where asin = split_part(i.item, '-', 3) and marketplace = split_part(i.item, '-', 2) and format = 'folio_csv'
  ), '00000000-0000-0000-0000-000000000000') t
  join amazon_orders o on o.order_item_id = t.return_id and o.taken_from_id is null
), found as (
  update amazon_orders o set taken_from_id = d.purchase_id, waiting_return_cents = 0
  from due d where o.order_item_id = d.return_id
), reduced as (
  update amazon_orders o
  set commission_cents = o.commission_cents - t.cents, quantity = o.quantity - t.pieces,
    order_status = case when o.commission_cents = t.cents then 'returned' else o.order_status end
  from (select purchase_id, sum(cents) as cents, sum(pieces) as pieces from due group by purchase_id) t
  where o.order_item_id = t.purchase_id
  returning o.order_item_id
)
insert into orders_to_post select order_item_id from reduced on conflict do nothing;
