-- Appends the waiting ties to the log. A sign-up does not do so itself: it would wait for the sealing of a run.
create or replace function log_payee_ties() returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
declare
  size_before bigint;
  added bigint;
begin
  -- The lock that everyone who appends takes, as in log_sealed_run().
  perform pg_advisory_xact_lock(7305914231);
  select coalesce(max(position) + 1, 0) into size_before from ledger_log;
  with taken as (delete from payee_ties_to_log returning tie_id)
  insert into ledger_log (position, entry_id, hash)
  select size_before + row_number() over (order by t.id) - 1, t.id, t.hash
  from payee_ties t join taken on taken.tie_id = t.id;
  get diagnostics added = row_count;
  perform grow_ledger_log(size_before, size_before + added);
end $$;
-- Only the owner and the app's account may call it.
revoke execute on function log_payee_ties from public;
