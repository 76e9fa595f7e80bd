-- Orders with a final match are matched again when a product that may have decided it changes its owner or becomes
-- another product.
create or replace function queue_orders_of_product() returns trigger language plpgsql as $$
begin
  insert into orders_to_match (order_item_id, order_date)
  select order_item_id, order_date
  from (
    select order_item_id, order_date from amazon_orders
    where order_item_id in (
      select order_item_id from amazon_orders
      where asin = any (array[old.asin, new.asin]) and marketplace = any (array[old.marketplace, new.marketplace])
      union
      select order_item_id from order_matches where payee_id = old.payee_id and product_id = old.id
      union
      select order_item_id from order_disagreements where product_id = old.id
    )
    -- In the order of their ids, like every writer of this queue.
    order by order_item_id for no key update
  ) affected
  where exists (select from order_matches m where m.order_item_id = affected.order_item_id and not is_provisional)
  on conflict do nothing;
  return null;
end $$;

create trigger products_matched_again after update of asin, marketplace, asin_is_made_up, payee_id on products
  for each row when (
    (old.asin, old.marketplace, old.asin_is_made_up, old.payee_id)
      is distinct from (new.asin, new.marketplace, new.asin_is_made_up, new.payee_id))
  execute function queue_orders_of_product();
