-- Up Migration
-- What leaves its file never comes back into it, whatever a provider says of it later, and what failed or came back leaves
-- it as what was cancelled does: its money is in a balance again (decision 81).
alter table payout_lines add column left_file_at timestamptz;
update payout_lines set left_file_at = state_at where state in ('cancelling', 'cancelled', 'failed', 'returned');
alter table payout_lines add constraint payout_lines_left_file
  check (left_file_at is not null or state not in ('cancelling', 'cancelled', 'failed', 'returned'));
create trigger payout_lines_left_once before update of left_file_at on payout_lines
  for each row execute function refuse_change();

create or replace function step_payout_line() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- From then on answers say what was paid, and no state.
  if exists (select from payout_answers where line_id = old.id) then
    raise exception 'payout line % was answered', old.id
      using errcode = 'check_violation', constraint = 'payout_lines_answered';
  end if;
  if new.state in ('cancelling', 'cancelled', 'failed', 'returned') and old.left_file_at is null then
    new.left_file_at := new.state_at;
  end if;
  if (old.state, new.state) in (('draft', 'approved'), ('approved', 'sent'), ('approved', 'cancelling'),
    ('cancelling', 'sent'), ('cancelling', 'cancelled'), ('sent', 'paid'), ('sent', 'failed'), ('sent', 'returned'),
    ('paid', 'returned')) or ((old.state, new.state) = ('approved', 'cancelled') and new.handed_at is null)
  then return new; end if;
  raise exception 'a payout line does not go from % to %', old.state, new.state
    using errcode = 'check_violation', constraint = 'payout_lines_step';
end $$;
