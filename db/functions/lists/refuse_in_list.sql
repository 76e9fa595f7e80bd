-- A product that its creator takes out of a list is no longer shown there. A trigger, so that mark and item agree.
create or replace function refuse_in_list() returns trigger language plpgsql as $$
begin
  update list_items set is_shown = false where list_id = new.list_id and product_id = new.product_id;
  return null;
end $$;

create trigger list_links_refused after update of refused_at on list_links
  for each row when (old.refused_at is null and new.refused_at is not null) execute function refuse_in_list();
