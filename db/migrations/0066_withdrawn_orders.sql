-- Up Migration

-- The list of orders that no report tells of any more, the newest first.
create index amazon_orders_withdrawn on amazon_orders (order_date desc, order_item_id desc)
  where observation_id is null;
