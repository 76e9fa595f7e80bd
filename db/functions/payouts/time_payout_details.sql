-- Payout details have the database's time, by the clock and not by the start of the transaction, which may be long ago.
create or replace function time_payout_details() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if new.sealed is null then
    raise exception 'payout details say nothing' using errcode = 'check_violation';
  end if;
  new.created_at := clock_timestamp();
  new.counts_from := new.created_at + interval '7 days';
  return new;
end $$;

create trigger payout_details_timed before insert on payout_details
  for each row execute function time_payout_details();
