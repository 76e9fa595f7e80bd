-- Up Migration
-- A payout is cancelled freely before a file with it was fetched. Afterwards it leaves the file, and is 'cancelling' until
-- an admin has seen that it was not paid (decision 81).
alter table payout_lines
  -- When a file with it was first fetched.
  add column handed_at timestamptz,
  -- Where an admin saw that it was not paid.
  add column seen_unpaid text check (length(seen_unpaid) between 1 and 500),
  drop constraint payout_lines_state_check,
  add constraint payout_lines_state_check
    check (state in ('draft', 'approved', 'sent', 'paid', 'failed', 'returned', 'cancelling', 'cancelled'));
-- Those that were cancelled before nobody was asked about.
update payout_lines l set handed_at = t.at
from (
  select f.run_id, f.kind, min(t.fetched_at) as at from payout_file_fetches t join payout_files f on f.id = t.file_id
  group by 1, 2
) t
where t.run_id = l.run_id and t.kind in (l.method, 'csv') and l.state <> 'cancelled';
alter table payout_lines add constraint payout_lines_seen_unpaid
  check (state <> 'cancelled' or handed_at is null or seen_unpaid is not null);
create trigger payout_lines_handed_once before update of handed_at on payout_lines
  for each row when (old.handed_at is not null and old.handed_at is distinct from new.handed_at)
  execute function refuse_change();

create or replace function step_payout_line() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.state = new.state and new.state = 'sent' then return new; end if;
  if (old.state, new.state) in (('draft', 'approved'), ('approved', 'sent'), ('approved', 'cancelling'),
    ('cancelling', 'sent'), ('cancelling', 'cancelled'), ('sent', 'paid'), ('sent', 'failed'), ('sent', 'returned'),
    ('paid', 'returned')) or ((old.state, new.state) = ('approved', 'cancelled') and new.handed_at is null)
  then return new; end if;
  raise exception 'a payout line does not go from % to %', old.state, new.state
    using errcode = 'check_violation', constraint = 'payout_lines_step';
end $$;

-- A file is made anew without what was cancelled; earlier editions stay.
alter table payout_files
  add column edition integer not null default 1 check (edition > 0),
  drop constraint payout_files_run_id_kind_part_key,
  add constraint payout_files_edition unique (run_id, kind, part, edition);
