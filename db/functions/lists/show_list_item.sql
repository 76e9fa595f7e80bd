-- An item begins as others may see its product. A trigger, so that no writer can get it wrong; the lock makes whoever
-- hides or deletes the product wait, and then find the item (`show_in_lists`).
create or replace function show_list_item() returns trigger language plpgsql as $$
begin
  select p.deleted_at is null and not p.unlisted into new.is_shown from products p where p.id = new.product_id for share;
  new.is_shown := coalesce(new.is_shown, false) and not exists (
    select from list_links k
    where k.list_id = new.list_id and k.product_id = new.product_id and k.refused_at is not null);
  return new;
end $$;

create trigger list_items_shown before insert on list_items
  for each row execute function show_list_item();
