-- A purchase's creator decides which returns may take from it: once it is matched, it is folded again. Only purchases
-- of a key that has returns matter.
create or replace function queue_returns_of_purchases() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into returns_to_fold (order_item_id)
  select m.order_item_id from matched m
  where m.order_item_id like 'fee-%' and exists (
    select from fee_rows f where f.order_item_id = m.order_item_id and exists (
      select from fee_rows r where r.fee_key = f.fee_key and r.cents < 0))
  on conflict do nothing;
  return null;
end $$;

create trigger order_matches_of_returns after insert on order_matches
  referencing new table as matched for each statement execute function queue_returns_of_purchases();
