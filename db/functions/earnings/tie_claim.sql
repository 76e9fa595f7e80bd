-- A claim adds a tie to the payee that is claimed. Runs as the owner, as tie_payee() does.
create or replace function tie_claim() returns trigger language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  insert into payee_ties (payee_id, kind, claimed_by) values (new.payee_id, 'claimed', new.claimed_by);
  return null;
end $$;
-- Only the owner may call it.
revoke execute on function tie_claim from public;

create trigger payee_claims_tied after update of claimed_by on payee_claims
  for each row when (old.claimed_by is null and new.claimed_by is not null) execute function tie_claim();
