-- Up Migration

-- Of a return of Fee-Earnings that found nothing in its own reports: the order of Folio's CSV that it takes from.
alter table amazon_orders add column taken_from_id text;
create index amazon_orders_taken_from on amazon_orders (taken_from_id) where taken_from_id is not null;
-- Returns by marketplace and ASIN (`fee-us-B0C7KQ4T2M`), which is what a key begins with.
create index fee_rows_returned_items on fee_rows (left(fee_key, -13)) where cents < 0;

-- What was bought by an order item of Folio's CSV that is shipped, and what its own returns leave of it; by all files that
-- stand and one that is being merged. Of an id that is told of in parts, none.
create function csv_purchase(item text, merging uuid)
returns table (marketplace text, asin text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint,
  left_pieces integer, left_cents bigint)
language sql stable
set plan_cache_mode = force_custom_plan as $$
  select b.marketplace, o.asin, o.order_date, o.sub_tag, o.tracking_id,
    coalesce((o.returns ->> 'quantity')::integer, o.quantity), coalesce((o.returns ->> 'cents')::bigint, o.commission_cents),
    coalesce(a.quantity, o.quantity), coalesce(a.cents, o.commission_cents)
  from order_observations o join import_batches b on b.id = o.batch_id
  left join lateral csv_after_returns(case when exists (
    select from order_observations r where r.order_item_id = item and r.returns is not null) then item end, merging) a on true
  where o.order_item_id = item and o.fee_key is null and (b.state = 'merged' or b.id = merging) and b.undone_at is null
    and not exists (select from order_parts p where p.order_item_id = item)
    and not exists (select from order_parts p where p.reported_id = item)
    and o.id = (
      select s.id from order_observations s join import_batches n on n.id = s.batch_id
      where s.order_item_id = item and s.fee_key is null and (n.state = 'merged' or n.id = merging) and n.undone_at is null
      order by coalesce(s.id = a.observation_id, false) desc, n.report_as_of desc, s.status_rank desc, s.content_hash desc
      limit 1)
    and coalesce(a.status, o.order_status) = 'shipped'
$$;

-- Which returns of Fee-Earnings of an item (marketplace and ASIN) take from which of these orders of Folio's CSV, and how much.
-- One that found nothing at all in Fee-Earnings, the oldest first, takes from the newest purchase until its day through the same
-- sub tag and no other tracking id, or, without sub tags, through the same tracking id; then from one without a sub tag through
-- the same tracking id. The purchase must fit: its amount for so many pieces, to the cent, and as much of both left.
create function returns_of_csv_orders(item text, orders text[], merging uuid)
returns table (return_id text, purchase_id text, pieces integer, cents bigint) language plpgsql stable
set plan_cache_mode = force_custom_plan as $$
declare
  backs jsonb;
  bought jsonb;
  back record;
  found_id text;
  taken jsonb := '{}';
  settled text[] := '{}';
begin
  -- Few wait: where none does, no order is looked at.
  select jsonb_agg(jsonb_build_object('id', r.order_item_id, 'day', r.day, 'sub_tag', r.sub_tag,
      'tracking_id', coalesce(s.tracking_id, ''), 'pieces', -r.pieces, 'cents', -r.cents))
    into backs
  from left_by_returns(array(
    select distinct fee_key from fee_rows f where f.cents < 0 and left(f.fee_key, -13) = item)) l
  join fee_rows r on r.order_item_id = l.order_item_id
  join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
  join order_observations s on s.id = r.observation_id
  where l.waiting_cents > 0 and l.waiting_cents = -r.cents and r.pieces < 0;
  if backs is null then
    return;
  end if;
  select jsonb_agg(jsonb_build_object('id', c.id, 'day', p.day, 'sub_tag', coalesce(p.sub_tag, ''),
      'tracking_id', coalesce(p.tracking_id, ''), 'pieces', p.pieces, 'cents', p.cents, 'left_pieces', p.left_pieces,
      'left_cents', p.left_cents))
    into bought
  from unnest(orders) as c (id) cross join lateral csv_purchase(c.id, merging) p
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
with due as materialized (
  select t.*
  from (select distinct left(fee_key, -13) as item from fee_rows where cents < 0) i
  cross join lateral returns_of_csv_orders(i.item, array(
    select order_item_id from amazon_orders
    where asin = split_part(i.item, '-', 3) and marketplace = split_part(i.item, '-', 2) and format = 'folio_csv'
  ), '00000000-0000-0000-0000-000000000000') t
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
