-- Every writer of roll-ups takes this lock, so they run one after another; recorders never wait for it.
create or replace function lock_click_rollups() returns void language sql
begin atomic
  select pg_advisory_xact_lock(7305914217);
end;
