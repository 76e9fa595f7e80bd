-- A line can be removed only from a draft, and only if its removal is recorded.
create or replace function check_payout_line_dropped() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.state = 'draft' and exists (
    select from payout_drops
    where (id, run_id, place, payee_id, amount_cents) = (old.id, old.run_id, old.place, old.payee_id, old.amount_cents)
  ) then return old; end if;
  raise exception 'a payout line stays' using errcode = 'check_violation', constraint = 'payout_lines_stay';
end $$;

create trigger payout_lines_stay before delete on payout_lines
  for each row execute function check_payout_line_dropped();
