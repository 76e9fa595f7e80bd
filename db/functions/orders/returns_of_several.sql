-- The returns of some keys that could be of several creators' purchases: of those through the same sub tag (`is_own`),
-- or, if those are one creator's or there are none, of those without a sub tag. `is_alike`: the purchases with the same
-- price and fee for a piece, to the cent, are one creator's. An unmatched purchase counts as one more creator, unless
-- its sub tag says whose it will be.
create or replace function returns_of_several(fee_keys text[])
returns table (return_id text, is_own boolean, is_alike boolean) language sql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with counting as materialized (
    select r.order_item_id, r.day, r.cents, r.fee_key || ' ' || i.currency as fee_key, r.sub_tag,
      round(abs(r.cents)::numeric / greatest(abs(r.pieces), 1)) as fee, r.price_cents,
      case when m.order_item_id is not null then coalesce(m.payee_id::text, 'nobody')
        when r.sub_tag = '' then 'not known yet' end as owner
    from unnest(fee_keys) as key cross join lateral (
      select r.* from fee_rows r join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
      where r.fee_key = key offset 0
    ) r
    join import_batches i on i.id = r.import_id
    left join lateral (select * from order_matches where order_item_id = r.order_item_id limit 1) m on r.cents > 0
  ), bought as materialized (
    select fee_key, sub_tag, fee, price_cents, owner, min(day) as since
    from counting where cents > 0 and owner is not null group by 1, 2, 3, 4, 5
  ), could_be as (
    select r.order_item_id, b.sub_tag = r.sub_tag as is_own, count(distinct b.owner) as owners,
      count(distinct b.owner) filter (where b.fee = r.fee and b.price_cents is not distinct from r.price_cents) as alike
    from counting r cross join lateral (
      select * from bought b
      where b.fee_key = r.fee_key and b.since <= r.day and (b.sub_tag = r.sub_tag or b.sub_tag = '')
    ) b
    where r.cents < 0 group by 1, 2
  )
  select distinct on (order_item_id) order_item_id, is_own, alike = 1
  from could_be where owners > 1 order by order_item_id, is_own desc
$$;
