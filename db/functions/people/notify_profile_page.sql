-- A deleted profile makes its cached pages stale, as a changed one does.
create or replace function notify_profile_page() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changed', 'profile:' || coalesce(new.id, old.id));
  perform pg_notify('page_changed', 'feed');
  return null;
end $$;

create trigger profiles_page_changed after insert or update or delete on profiles
  for each row execute function notify_profile_page();
