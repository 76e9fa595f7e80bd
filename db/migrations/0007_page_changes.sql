-- Up Migration
-- Tells every node which cached public pages a committed change makes stale. Triggers, so that no writer can forget.
create function notify_product_page() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changed', 'product:' || new.id);
  perform pg_notify('page_changed', 'profile:' || coalesce(new.user_id, old.user_id));
  perform pg_notify('page_changed', 'feed');
  return null;
end $$;
create trigger products_page_changed after insert or update on products
  for each row execute function notify_product_page();

create function notify_profile_page() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changed', 'profile:' || new.id);
  perform pg_notify('page_changed', 'feed');
  return null;
end $$;
create trigger profiles_page_changed after insert or update on profiles
  for each row execute function notify_profile_page();
