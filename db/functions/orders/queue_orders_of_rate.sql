-- After a new rate the orders of its month are calculated again.
create or replace function queue_orders_of_rate() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into orders_to_post (order_item_id)
  select o.order_item_id from amazon_orders o
  where o.currency = new.currency and o.currency <> 'USD' and exists (
    select from order_months m where m.order_item_id = o.order_item_id and m.earning_month = new.earning_month)
  on conflict do nothing;
  return null;
end $$;

create trigger exchange_rates_queue after insert on exchange_rates
  for each row execute function queue_orders_of_rate();
