-- Up Migration
-- Payout details are history: rows are only added, and bear the database's time, whatever the caller says
-- (docs/decisions/0081-payout-runs.md). What they say is erased once it is of no use.
alter table payout_details alter column sealed drop not null, alter column account_mark drop not null,
  add constraint payout_details_erased check ((sealed is null) = (account_mark is null));

-- That details were taken back before they counted; who replaces them takes back nothing.
create table taken_back_details (
  details_id uuid primary key references payout_details,
  taken_back_at timestamptz not null
);

-- By the clock and not by the begin of the transaction, which may have been long ago.
create function time_payout_details() returns trigger language plpgsql
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

create function time_taken_back_details() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  new.taken_back_at := clock_timestamp();
  if exists (select from payout_details where id = new.details_id and counts_from <= new.taken_back_at) then
    raise exception 'payout details % count already', new.details_id
      using errcode = 'check_violation', constraint = 'taken_back_details_wait';
  end if;
  return new;
end $$;
create trigger taken_back_details_timed before insert on taken_back_details
  for each row execute function time_taken_back_details();
create trigger taken_back_details_append_only before update or delete on taken_back_details
  for each row execute function refuse_change();
create trigger taken_back_details_keep before truncate on taken_back_details
  for each statement execute function refuse_change();

-- Nothing changes but that what they say goes: of who has left, and a month after others replaced them or they were
-- taken back. Whether somebody has left is looked at when their transaction ends.
drop trigger payout_details_never_change on payout_details;
create trigger payout_details_never_change
  before update of id, payee_id, method, key_mark, counts_from, created_at on payout_details
  for each row execute function refuse_change();
create trigger payout_details_only_go before update of sealed, account_mark on payout_details
  for each row when (new.sealed is not null) execute function refuse_change();
create trigger payout_details_stay before delete on payout_details for each row execute function refuse_change();
create trigger payout_details_keep before truncate on payout_details
  for each statement execute function refuse_change();

create function payout_details_may_go() returns trigger language plpgsql
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
      where later.payee_id = new.payee_id and later.created_at > new.created_at and later.counts_from < long_ago
        and not exists (select from taken_back_details where details_id = later.id))
  then
    raise exception 'payout details % are still of use', new.id
      using errcode = 'restrict_violation', constraint = 'payout_details_may_go';
  end if;
  return null;
end $$;
create constraint trigger payout_details_may_go after update on payout_details
  deferrable initially deferred for each row when (old.sealed is not null) execute function payout_details_may_go();
