-- Details can be taken back only before they count, by the clock and not by the start of the transaction, which may be
-- long ago.
create or replace function time_taken_back_details() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  new.taken_back_at := clock_timestamp();
  if exists (select from payout_details where id = new.details_id
    and details_count_from(payee_id, created_at, counts_from) <= new.taken_back_at) then
    raise exception 'payout details % count already', new.details_id
      using errcode = 'check_violation', constraint = 'taken_back_details_wait';
  end if;
  return new;
end $$;

create trigger taken_back_details_timed before insert on taken_back_details
  for each row execute function time_taken_back_details();
