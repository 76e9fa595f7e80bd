-- A payee may lose its user only if that account is deleted in the same transaction.
create or replace function check_payee_left() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (select from users where id = old.user_id) then
    raise exception 'payee % has not been left', old.id
      using errcode = 'check_violation', constraint = 'payees_left';
  end if;
  return null;
end $$;

create constraint trigger payees_left after update of user_id on payees
  deferrable initially deferred for each row when (old.user_id is not null and new.user_id is null)
  execute function check_payee_left();
