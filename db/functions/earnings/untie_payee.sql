-- When an account is deleted, its payee is untied for good and gets a number that admins see. Runs as the owner, as
-- tie_payee() does.
create or replace function untie_payee() returns trigger language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  delete from payee_tie_salts where payee_id = new.id;
  insert into payee_ties (payee_id, kind) values (new.id, 'nobody');
  insert into former_payees (payee_id, left_at) values (new.id, clock_timestamp());
  return null;
end $$;
-- Only the owner may call it.
revoke execute on function untie_payee from public;

create trigger payees_untied after update of user_id on payees
  for each row when (old.user_id is not null and new.user_id is null) execute function untie_payee();
