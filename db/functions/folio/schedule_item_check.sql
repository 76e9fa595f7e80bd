-- An item that is posted again is looked up again. A trigger, so that no writer can forget it.
create or replace function schedule_item_check() returns trigger language plpgsql as $$
begin
  insert into item_checks as c (marketplace, asin, next_check_at)
  values (new.marketplace, new.asin, new.created_at)
  on conflict (marketplace, asin) do update set next_check_at = excluded.next_check_at
  where excluded.next_check_at < c.next_check_at;
  return null;
end $$;

create trigger products_item_check after insert on products
  for each row when (new.deleted_at is null and not new.asin_is_made_up) execute function schedule_item_check();
