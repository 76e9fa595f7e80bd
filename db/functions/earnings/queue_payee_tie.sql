-- A new tie waits until somebody appends to the log.
create or replace function queue_payee_tie() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  insert into payee_ties_to_log (tie_id) values (new.id);
  return null;
end $$;

create trigger payee_ties_queue after insert on payee_ties for each row execute function queue_payee_tie();
