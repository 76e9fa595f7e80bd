-- Tells every node which cached public pages a committed change of a list makes stale: its own, and those with its
-- owner's lists. A change of its items touches the list too.
create or replace function notify_list_page() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changed', 'list:' || coalesce(new.id, old.id));
  perform pg_notify('page_changed', 'lists:' || coalesce(new.user_id, old.user_id));
  return null;
end $$;

create trigger lists_page_changed after update on lists
  for each row when (old.is_public or new.is_public) execute function notify_list_page();
create trigger lists_page_deleted after delete on lists
  for each row when (old.is_public) execute function notify_list_page();
