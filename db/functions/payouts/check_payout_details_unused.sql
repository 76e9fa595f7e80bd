-- The contents of payout details may be removed once they are of no use: their person has left, or a month has passed
-- since others replaced them or they were taken back. Checked when the transaction ends, since somebody may leave in
-- it.
create or replace function check_payout_details_unused() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
declare
  long_ago constant timestamptz := clock_timestamp() - interval '1 month';
begin
  if exists (select from payees where id = new.payee_id and user_id is not null)
    and not exists (
      select from taken_back_details where details_id = new.id and taken_back_at < long_ago)
    and not exists (
      select from payout_details later
      where later.payee_id = new.payee_id and later.created_at > new.created_at
        and details_count_from(later.payee_id, later.created_at, later.counts_from) < long_ago
        and not exists (select from taken_back_details where details_id = later.id))
  then
    raise exception 'payout details % are still of use', new.id
      using errcode = 'restrict_violation', constraint = 'payout_details_may_go';
  end if;
  return null;
end $$;

create constraint trigger payout_details_may_go after update on payout_details
  deferrable initially deferred for each row when (old.sealed is not null) execute function check_payout_details_unused();
