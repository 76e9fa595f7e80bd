-- Titles of orders are searched once each, however many orders have them. A statement at a time, whoever writes
-- orders: a merge has thousands in one.
create or replace function note_order_titles() returns trigger language plpgsql as $$
begin
  insert into order_titles (asin, title)
    select distinct asin, product_title from told where product_title <> '' order by asin, product_title
    on conflict do nothing;
  return null;
end $$;

-- A statement at a time, whoever writes orders: a merge has thousands in one.
create trigger amazon_orders_titled after insert on amazon_orders
  referencing new table as told for each statement execute function note_order_titles();
create trigger amazon_orders_retitled after update on amazon_orders
  referencing new table as told for each statement execute function note_order_titles();
