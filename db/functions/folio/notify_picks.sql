-- A storefront shows its person's picks, so their change makes its cached pages stale.
create or replace function notify_picks() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changed', 'profile:' || coalesce(new.user_id, old.user_id));
  return null;
end $$;

create trigger product_picks_page_changed after insert or update or delete on product_picks
  for each row execute function notify_picks();
