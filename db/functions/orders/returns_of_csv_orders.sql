-- Which returns of Fee-Earnings of an item (marketplace and ASIN) take from which of these CSV orders, and how much. A
-- return that found nothing in Fee-Earnings, the oldest first, takes from the newest purchase up to its day: through
-- the same sub tag and no other tracking id, or, without sub tags, through the same tracking id; then from one without
-- a sub tag through the same tracking id. Tags match in any case. The purchase must fit: the same currency, the same
-- amount for so many pieces, to the cent, and as much of both left. Returns that an admin is or was asked about take
-- nothing here.
--
-- Only orders that one of the returns could take from, by their reports, are computed in full: a product may have been
-- bought very often.
--
-- The plan is made once a connection, as look-ups by key: a merge calls this very often, and a plan that was made while
-- tables were empty would later read whole tables.
create or replace function returns_of_csv_orders(item text, orders text[], merging uuid)
returns table (return_id text, purchase_id text, day date, pieces integer, cents bigint) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  backs jsonb;
  bought jsonb;
  back record;
  found_id text;
  taken jsonb := '{}';
  settled text[] := '{}';
begin
  -- Few returns wait: if none does, no order is read. Those that do are looked up one by one; a join would read the
  -- rows of all days in force for them.
  select jsonb_agg(jsonb_build_object('id', l.order_item_id, 'day', r.day, 'currency', r.currency, 'sub_tag', lower(r.sub_tag),
      'tracking_id', lower(coalesce(r.tracking_id, '')), 'pieces', -r.pieces, 'cents', -r.cents))
    into backs
  from left_by_returns(array(
    select distinct fee_key from fee_rows f where f.cents < 0 and left(f.fee_key, -13) = item)) l
  cross join lateral (
    select r.day, r.sub_tag, s.tracking_id, r.pieces, r.cents, r.fee_key, i.currency
    from fee_rows r
    join import_batches i on i.id = r.import_id
    join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
    join order_observations s on s.id = r.observation_id
    where r.order_item_id = l.order_item_id offset 0
  ) r
  where l.waiting_cents > 0 and l.waiting_cents = -r.cents and r.pieces < 0
    and l.order_item_id not in (select q.return_id from returns_of_several(array[r.fee_key]) q)
    and l.order_item_id not in (select a.return_id from return_answers a);
  if backs is null then
    return;
  end if;
  select jsonb_agg(jsonb_build_object('id', c.id, 'day', p.day, 'sub_tag', lower(coalesce(p.sub_tag, '')),
      'tracking_id', lower(coalesce(p.tracking_id, '')), 'pieces', p.pieces, 'cents', p.cents, 'left_pieces', p.left_pieces,
      'left_cents', p.left_cents, 'currency', p.currency))
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
      from jsonb_to_recordset(backs) as b (id text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint, currency text)
      where b.id <> all (settled)
      order by b.day, b.id collate "C"
    loop
      select p.id into found_id
      from jsonb_to_recordset(bought) as p (id text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint,
        left_pieces integer, left_cents bigint, currency text)
      where p.day <= back.day and p.currency = back.currency
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
        return query select back.id, found_id, back.day, back.pieces, back.cents;
      end if;
    end loop;
  end loop;
end $$;
