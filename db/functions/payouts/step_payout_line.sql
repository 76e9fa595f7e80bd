-- A payout moves from one state to the next, never back. It can be cancelled freely only before a file with it was
-- downloaded. A line that is no longer to be paid leaves its file for good (decision 81).
create or replace function step_payout_line() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- From then on answers, not states, say what was paid.
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

create trigger payout_lines_step before update of state on payout_lines
  for each row execute function step_payout_line();
