-- Up Migration
-- A profile that is deleted makes its cached pages stale, like one that changes.
create or replace function notify_profile_page() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changed', 'profile:' || coalesce(new.id, old.id));
  perform pg_notify('page_changed', 'feed');
  return null;
end $$;
create or replace trigger profiles_page_changed after insert or update or delete on profiles
  for each row execute function notify_profile_page();

-- Deleting an account looks for its rows by every foreign key to it: each needs an index that holds them all, or the
-- whole table is read. Of sessions there was one of the living ones alone.
drop index sessions_user;
create index sessions_user on sessions (user_id, refreshed_at desc);
create index import_batches_actor on import_batches (actor_id) where actor_id is not null;
create index import_batches_undone_by on import_batches (undone_by) where undone_by is not null;
create index order_matches_matched_by on order_matches (matched_by) where matched_by is not null;
create index admin_audit_actor on admin_audit (actor_id) where actor_id is not null;
