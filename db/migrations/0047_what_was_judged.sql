-- Up Migration

-- What the evidence said when admins decided is not known of orders that were decided before it was kept. The next matching
-- looks at these once: what it says now is what they have judged, and only what changes from there on is listed (decision 34).
insert into orders_to_match (order_item_id, order_date)
select order_item_id, o.order_date from order_matches m join amazon_orders o using (order_item_id)
where m.is_held and m.judged is null
on conflict do nothing;
