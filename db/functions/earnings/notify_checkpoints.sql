-- Makes cached pages that show checkpoints stale.
create or replace function notify_checkpoints() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  perform pg_notify('page_changed', 'checkpoints');
  return null;
end $$;

create trigger ledger_checkpoints_shown after insert on ledger_checkpoints
  for each statement execute function notify_checkpoints();
