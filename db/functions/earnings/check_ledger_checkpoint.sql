-- A checkpoint has the log's true root at its size, and is larger than every earlier one.
create or replace function check_ledger_checkpoint() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if new.root is distinct from ledger_log_root(new.size) then
    raise exception 'the log has another root at %', new.size using errcode = 'check_violation';
  end if;
  if exists (select from ledger_checkpoints where size >= new.size) then
    raise exception 'there is a checkpoint of % or later', new.size using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger ledger_checkpoints_follow before insert on ledger_checkpoints
  for each row execute function check_ledger_checkpoint();
