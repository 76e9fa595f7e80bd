-- A later report may give an order another date; its earnings take that date too.
create or replace function date_order_earnings() returns trigger language plpgsql as $$
begin
  update earnings_orders set order_date = new.order_date where order_item_id = new.order_item_id;
  return null;
end $$;

create trigger amazon_orders_dated after update of order_date on amazon_orders
  for each row when (old.order_date <> new.order_date) execute function date_order_earnings();
