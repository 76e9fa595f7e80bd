-- Up Migration
-- A claim that the database can check (docs/decisions/0083-a-log-of-the-ledger.md): who claims gives what only the key of
-- payout details can make of the claim, whose hash is noted when its person leaves. A statement that somebody slips into
-- the app can claim nothing.
alter table payee_claims
  add column proof_hash bytea check (length(proof_hash) = 32),
  add column proof bytea check (length(proof) = 32),
  add constraint payee_claims_proof check (proof is null or sha256(proof) is not distinct from proof_hash),
  add constraint payee_claims_proof_comes_with_claim check (proof is null or claimed_by is not null);

-- Claims from before get their hash from the app, once.
create trigger payee_claims_hash_once before update of proof_hash on payee_claims
  for each row when (old.proof_hash is not null or old.claimed_by is not null) execute function refuse_change();
drop trigger payee_claims_once on payee_claims;
create trigger payee_claims_once before update of claimed_by, claimed_at, moves_from, proof on payee_claims
  for each row when (old.claimed_by is not null) execute function refuse_change();

-- What nobody has claimed goes when nobody can any more.
drop trigger payee_claims_stay on payee_claims;
create trigger payee_claims_stay before delete on payee_claims
  for each row when (old.claimed_by is not null or old.left_at > now() - interval '3 years')
  execute function refuse_change();

-- A claim begins in the transaction in which its person leaves, and goes with its proof to somebody with a proven address.
create function payee_claim_begins() returns trigger language plpgsql
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
  for each row execute function payee_claim_begins();
create or replace function payee_claim_is_right() returns trigger language plpgsql
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
