-- A claim begins with its proof, in the transaction in which its person leaves, and nobody has claimed it yet.
create or replace function check_payee_claim_begins() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if new.proof_hash is null or new.claimed_by is not null
    or not exists (select from payees where id = new.payee_id and user_id is not null) then
    raise exception 'the claim of payee % does not begin as its person leaves', new.payee_id
      using errcode = 'check_violation', constraint = 'payee_claims_begin';
  end if;
  return new;
end $$;

create trigger payee_claims_begin before insert on payee_claims
  for each row execute function check_payee_claim_begins();
