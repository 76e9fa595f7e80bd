-- Appends what a sealed run has posted, at the end of the transaction that seals it. So no row can be left out, and
-- appending waits for nobody who locks a payee. A run that is interrupted while it is sealed is sealed again.
create or replace function log_sealed_run() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set search_path = public, pg_temp as $$
declare
  size_before bigint;
  added bigint;
begin
  -- The lock that everyone who appends takes; no other advisory lock has this number.
  perform pg_advisory_xact_lock(7305914231);
  select coalesce(max(position) + 1, 0) into size_before from ledger_log;
  insert into ledger_log (position, entry_id, hash)
  select size_before + row_number() over (order by l.payee_id, l.sequence) - 1, l.id, l.hash
  from earnings_ledger l
  where l.posting_run_id = new.id and not exists (select from ledger_log known where known.entry_id = l.id);
  get diagnostics added = row_count;
  perform grow_ledger_log(size_before, size_before + added);
  return null;
end $$;

create constraint trigger posting_runs_logged after insert or update of finished_at on posting_runs
  deferrable initially deferred for each row when (new.finished_at is not null) execute function log_sealed_run();
