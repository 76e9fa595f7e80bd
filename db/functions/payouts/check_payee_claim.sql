-- Only the payee of a deleted account can be claimed, and only by a person with a proven address.
create or replace function check_payee_claim() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if new.claimed_by is null and exists (select from payees where id = new.payee_id and user_id is not null) then
    raise exception 'payee % has not left', new.payee_id
      using errcode = 'check_violation', constraint = 'payee_claims_left';
  end if;
  if new.claimed_by is not null and new.proof is null then
    raise exception 'the claim of payee % has no proof', new.payee_id
      using errcode = 'check_violation', constraint = 'payee_claims_proof';
  end if;
  if new.claimed_by is not null and not exists (
    select from payees y join users u on u.id = y.user_id where y.id = new.claimed_by and u.email_verified_at is not null
  ) then
    raise exception 'payee % has no proven address', new.claimed_by
      using errcode = 'check_violation', constraint = 'payee_claims_proven';
  end if;
  return null;
end $$;

create constraint trigger payee_claims_left after insert on payee_claims
  deferrable initially deferred for each row execute function check_payee_claim();
create trigger payee_claims_proven after update of claimed_by on payee_claims
  for each row execute function check_payee_claim();
