-- Titles of orders are searched once each, however many orders have them. A trigger for each statement: one merge
-- writes thousands of orders.
create or replace function note_order_titles() returns trigger language plpgsql as $$
begin
  insert into order_titles (asin, title)
    select distinct asin, product_title from told where product_title <> '' order by asin, product_title
    on conflict do nothing;
  return null;
end $$;

create trigger amazon_orders_titled after insert on amazon_orders
  referencing new table as told for each statement execute function note_order_titles();
create trigger amazon_orders_retitled after update on amazon_orders
  referencing new table as told for each statement execute function note_order_titles();
