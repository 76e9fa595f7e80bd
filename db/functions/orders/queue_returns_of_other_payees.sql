-- If a purchase's match changes to another creator, other returns may take from it: it is folded again. Only purchases
-- of a key that has returns matter.
create or replace function queue_returns_of_other_payees() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into returns_to_fold (order_item_id)
  select m.order_item_id from matched m join before b using (order_item_id)
  where m.payee_id is distinct from b.payee_id and m.order_item_id like 'fee-%' and exists (
    select from fee_rows f where f.order_item_id = m.order_item_id and exists (
      select from fee_rows r where r.fee_key = f.fee_key and r.cents < 0))
  on conflict do nothing;
  return null;
end $$;

create trigger order_matches_of_other_payees after update on order_matches
  referencing new table as matched old table as before for each statement execute function queue_returns_of_other_payees();
