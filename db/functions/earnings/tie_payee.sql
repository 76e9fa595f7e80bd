-- Ties a payee to its person as it is made. Runs as the owner, since nobody else adds ties. An account that may use it
-- as a trigger of its own table could forge some, so the app's account may not.
create or replace function tie_payee() returns trigger language plpgsql
security definer set search_path = public, pg_temp
as $$
declare
  new_salt constant bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
begin
  if new.user_id is null then
    raise exception 'payee % begins as nobody’s', new.id
      using errcode = 'check_violation', constraint = 'payees_begin_with_a_person';
  end if;
  insert into payee_tie_salts (user_id, payee_id, salt) values (new.user_id, new.id, new_salt);
  insert into payee_ties (payee_id, kind, commitment)
  values (new.id, 'person', payee_commitment(new_salt, new.id, new.user_id));
  return null;
end $$;
-- Only the owner may call it.
revoke execute on function tie_payee from public;

create trigger payees_tied after insert on payees for each row execute function tie_payee();
