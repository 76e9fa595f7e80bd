-- Up Migration

-- What returns take from rows of Fee-Earnings that are the same sale as an order of Folio's CSV (decision 42): it is taken
-- from the order, whatever the row says by now.
create function taken_of_twins(item text) returns bigint language sql stable
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

-- As before, but that as much as both formats leave is left.
create or replace function csv_purchase(item text, merging uuid)
returns table (marketplace text, asin text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint,
  left_pieces integer, left_cents bigint)
language sql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select b.marketplace, o.asin, o.order_date, o.sub_tag, o.tracking_id,
    coalesce((o.returns ->> 'quantity')::integer, o.quantity), coalesce((o.returns ->> 'cents')::bigint, o.commission_cents),
    coalesce(a.quantity, o.quantity), least(coalesce(a.cents, o.commission_cents),
      coalesce((o.returns ->> 'cents')::bigint, o.commission_cents) - taken_of_twins(item))
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
    and o.order_date < coalesce(paying_date(b.marketplace), 'infinity')
$$;

-- Orders are as the rule says from now on: rows that were said to be one sale with an order that pays, by an import that told
-- of neither, and orders whose row was restated and then returned. The next calculation posts the difference.
with doubled as (
  update amazon_orders f set observation_id = null, waiting_return_cents = 0
  from same_sales t join amazon_orders c on c.order_item_id = t.folio_item_id and c.observation_id is not null
  where f.order_item_id = t.fee_item_id and f.observation_id is not null
  returning f.order_item_id, f.order_date
), to_match as (
  insert into orders_to_match (order_item_id, order_date) select order_item_id, order_date from doubled on conflict do nothing
), returned as (
  update amazon_orders o
  set commission_cents = p.left_cents,
    order_status = case when p.left_cents > 0 then 'shipped' else 'returned' end
  from (select distinct folio_item_id as id from same_sales) t
  cross join lateral csv_purchase(t.id, '00000000-0000-0000-0000-000000000000') p
  where o.order_item_id = t.id and o.observation_id is not null and o.commission_cents <> p.left_cents
    and not exists (select from amazon_orders r where r.taken_from_id = t.id)
  returning o.order_item_id
)
insert into orders_to_post
select order_item_id from doubled union select order_item_id from returned on conflict do nothing;
