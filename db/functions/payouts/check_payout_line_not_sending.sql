-- While nobody knows whether the provider has a batch, none of its money returns to a balance: it may still be paid.
create or replace function check_payout_line_not_sending() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if exists (
    select from payout_batch_lines m join payout_batches b on b.id = m.batch_id
    where m.line_id = new.id and b.state = 'sending'
  ) then
    raise exception 'payout line % is being sent', new.id
      using errcode = 'check_violation', constraint = 'payout_lines_sending';
  end if;
  return null;
end $$;

create trigger payout_lines_sending after update of state on payout_lines
  for each row when (new.state in ('failed', 'returned', 'cancelled')) execute function check_payout_line_not_sending();
