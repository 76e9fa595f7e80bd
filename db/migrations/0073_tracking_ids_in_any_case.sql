-- Up Migration

-- A tracking id is the same one in any case: where it is looked up whose it is, in the key of rows of Fee-Earnings, and where
-- Fee-Orders say when something was ordered.

create index tracking_ids_in_any_case on tracking_ids (lower(tag), marketplace);
drop index amazon_orders_tracking;
create index amazon_orders_tracking on amazon_orders (lower(tracking_id), order_date) where tracking_id is not null;
-- Orders whose tracking id is somebody's but for its case. What is posted and final is listed by the next matching.
insert into orders_to_match (order_item_id, order_date)
select o.order_item_id, o.order_date
from tracking_ids t join amazon_orders o on lower(o.tracking_id) = lower(t.tag) and o.marketplace = t.marketplace
  and o.order_date >= t.valid_from and o.order_date < coalesce(t.valid_to, 'infinity')
where o.tracking_id <> t.tag and o.observation_id is not null
order by 1
on conflict do nothing;
-- What an admin knew of an order's evidence is the same in any case.
update order_matches set judged = jsonb_set(judged, '{evidence,tracking_id}', to_jsonb(lower(judged #>> '{evidence,tracking_id}')))
where judged #>> '{evidence,tracking_id}' <> lower(judged #>> '{evidence,tracking_id}');

-- Rows that stand are known by digits of their tracking id as it was written; what they would be in small letters is known
-- once a file tells of the same tracking id, seller, device and direct sale (orders/imports/staged-sql.ts).
alter table fee_rows add column key_as_written boolean not null default false;
drop trigger fee_rows_said_once on fee_rows;
update fee_rows r set key_as_written = true
from order_observations s
where s.id = r.observation_id and s.tracking_id <> lower(s.tracking_id) and r.sale_key is not null;
create index fee_rows_as_written on fee_rows (sale_key) where key_as_written;
create trigger fee_rows_said_once
  before update of observation_id, import_id, day, sale_key, sub_tag, cents, pieces, ordinal, order_item_id on fee_rows
  for each row when (old.order_item_id is not null) execute function refuse_change();

create temporary table loud_tracking_ids on commit drop as
select distinct lower(tracking_id) as tag from fee_order_dates where tracking_id <> lower(tracking_id)
union
select distinct lower(tracking_id) from amazon_orders where tracking_id <> lower(tracking_id);
update fee_order_dates set tracking_id = lower(tracking_id) where tracking_id <> lower(tracking_id);
-- Orders have the day that Fee-Orders say by now, and are matched as of it.
with told as (
  select o.order_item_id, (
      select f.order_date from fee_order_dates f
      join import_days d on d.import_id = f.batch_id and d.day = f.order_date and d.counts
      where f.marketplace = o.marketplace and f.asin = o.asin and f.tracking_id = lower(coalesce(o.tracking_id, ''))
        and f.order_date between o.shipped_on - 30 and o.shipped_on
      order by f.order_date desc limit 1) as day
  from amazon_orders o
  where o.format = 'fee_earnings' and o.observation_id is not null
    and lower(o.tracking_id) in (select tag from loud_tracking_ids)
), changed as (
  update amazon_orders o set order_date = t.day
  from told t where o.order_item_id = t.order_item_id and o.order_date <> t.day
  returning o.order_item_id, o.order_date
)
insert into orders_to_match (order_item_id, order_date) select order_item_id, order_date from changed order by 1
on conflict (order_item_id) do update set order_date = excluded.order_date;
