-- The purchase of a shipped order item that Folio's CSV pays for, and what its own returns leave of it, computed from
-- all files in force plus the one being merged. No row for an id that is reported in parts. If Fee-Earnings has the
-- same sale, only what both formats leave is left.
--
-- The plan is made once a connection, as look-ups by key: a merge calls this very often, and a plan that was made while
-- tables were empty would later read whole tables.
create or replace function csv_purchase(item text, merging uuid)
returns table (marketplace text, asin text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint,
  left_pieces integer, left_cents bigint, currency text)
language sql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select b.marketplace, o.asin, o.order_date, o.sub_tag, o.tracking_id,
    coalesce((o.returns ->> 'quantity')::integer, o.quantity), coalesce((o.returns ->> 'cents')::bigint, o.commission_cents),
    coalesce(a.quantity, o.quantity), least(coalesce(a.cents, o.commission_cents),
      coalesce((o.returns ->> 'cents')::bigint, o.commission_cents) - taken_of_duplicates(item)), b.currency
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
