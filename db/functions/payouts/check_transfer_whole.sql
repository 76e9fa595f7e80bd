-- A transfer's lines are written with it, and add up to it.
create or replace function check_transfer_whole() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  of_transfer uuid := to_jsonb(new) ->> tg_argv[0];
begin
  if not exists (
    select from transfers t where t.id = of_transfer and (t.amount, t.usd_cents) = (
      select sum(amount), sum(usd_cents) from transfer_lines l where l.transfer_id = t.id)
  ) then
    raise exception 'the lines of transfer % do not add up to it', of_transfer
      using errcode = 'check_violation', constraint = 'transfers_whole';
  end if;
  return null;
end $$;

create constraint trigger transfers_whole after insert on transfers
  deferrable initially deferred for each row execute function check_transfer_whole('id');
create constraint trigger transfer_lines_whole after insert on transfer_lines
  deferrable initially deferred for each row execute function check_transfer_whole('transfer_id');
