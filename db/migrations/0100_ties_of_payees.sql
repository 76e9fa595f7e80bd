-- Up Migration
-- Whose a payee is, for good (docs/decisions/0083-a-log-of-the-ledger.md): a person's from its first moment, nobody's once that
-- person has left, and then, for what is left, of the payee that claims it. Each of these is a tie, which becomes a leaf of
-- the ledger's log.
create table payee_ties (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payees,
  kind text not null check (kind in ('person', 'nobody', 'claimed')),
  -- Of payee and person: SHA-256 with a salt that goes with the account.
  commitment bytea check (length(commitment) = 32),
  claimed_by uuid references payees,
  made_at timestamptz not null,
  hash bytea not null check (length(hash) = 32),
  -- Each happens to a payee once.
  unique (payee_id, kind),
  check ((kind = 'person') = (commitment is not null)),
  check ((kind = 'claimed') = (claimed_by is not null))
);
create trigger payee_ties_append_only before update or delete on payee_ties
  for each row execute function refuse_change();
create trigger payee_ties_keep before truncate on payee_ties for each statement execute function refuse_change();

-- What opens the commitment, as long as the account is there.
create table payee_tie_salts (
  user_id uuid primary key references users on delete cascade,
  payee_id uuid not null unique references payees,
  salt bytea not null check (length(salt) = 32)
);

-- Ties that the log does not have yet.
create table payee_ties_to_log (tie_id uuid primary key references payee_ties);

create function payee_commitment(salt bytea, payee uuid, person uuid) returns bytea language sql immutable parallel safe
return sha256(salt || uuid_send(payee) || uuid_send(person));

create function payee_tie_hash(tie payee_ties) returns bytea language sql immutable parallel safe
return sha256(convert_to(concat(
  hashed_field('payee tie 1'), hashed_field(tie.id::text), hashed_field(tie.payee_id::text), hashed_field(tie.kind),
  hashed_field(encode(tie.commitment, 'hex')), hashed_field(tie.claimed_by::text),
  hashed_field((extract(epoch from tie.made_at) * 1000000)::bigint::text)), 'UTF8'));

create function hash_payee_tie() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  new.made_at := clock_timestamp();
  new.hash := payee_tie_hash(new);
  return new;
end $$;
create trigger payee_ties_hash before insert on payee_ties for each row execute function hash_payee_tie();
create function queue_payee_tie() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  insert into payee_ties_to_log (tie_id) values (new.id);
  return null;
end $$;
create trigger payee_ties_queue after insert on payee_ties for each row execute function queue_payee_tie();

-- These act as the owner, since nobody else adds ties. Who may hang them on a table of their own could forge some: the
-- app's account may not.
create function tie_payee() returns trigger language plpgsql
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
create trigger payees_tied after insert on payees for each row execute function tie_payee();

create trigger payees_stay_with_their_person before update of user_id on payees
  for each row when (new.user_id is not null and new.user_id is distinct from old.user_id)
  execute function refuse_change();

create function untie_payee() returns trigger language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  delete from payee_tie_salts where payee_id = new.id;
  insert into payee_ties (payee_id, kind) values (new.id, 'nobody');
  return null;
end $$;
create trigger payees_untied after update of user_id on payees
  for each row when (old.user_id is not null and new.user_id is null) execute function untie_payee();

-- Only who leaves leaves their payee: at the end of the transaction the account is gone.
create function payee_has_been_left() returns trigger language plpgsql
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
  execute function payee_has_been_left();

create function tie_claim() returns trigger language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  insert into payee_ties (payee_id, kind, claimed_by) values (new.payee_id, 'claimed', new.claimed_by);
  return null;
end $$;
create trigger payee_claims_tied after update of claimed_by on payee_claims
  for each row when (old.claimed_by is null and new.claimed_by is not null) execute function tie_claim();

-- Appends the ties that wait for it to the log. Sign-ups do not: they would wait for whoever seals a run.
create function log_payee_ties() returns void language plpgsql
security definer set search_path = public, pg_temp
as $$
declare
  size_before bigint;
  added bigint;
begin
  -- The lock of all who append, as in log_sealed_run().
  perform pg_advisory_xact_lock(7305914231);
  select coalesce(max(position) + 1, 0) into size_before from ledger_log;
  with taken as (delete from payee_ties_to_log returning tie_id)
  insert into ledger_log (position, entry_id, hash)
  select size_before + row_number() over (order by t.id) - 1, t.id, t.hash
  from payee_ties t join taken on taken.tie_id = t.id;
  get diagnostics added = row_count;
  perform grow_ledger_log(size_before, size_before + added);
end $$;
revoke execute on function tie_payee, untie_payee, tie_claim, log_payee_ties from public;

-- Ties from before, at the log's present end. Who had left by now is known as nobody's alone.
lock table payees, users, payee_claims in share row exclusive mode;
insert into payee_tie_salts (user_id, payee_id, salt)
select user_id, id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
from payees where user_id is not null;
insert into payee_ties (payee_id, kind, commitment)
select y.id, case when s.salt is null then 'nobody' else 'person' end, payee_commitment(s.salt, y.id, y.user_id)
from payees y left join payee_tie_salts s on s.payee_id = y.id order by y.id;
insert into payee_ties (payee_id, kind, claimed_by)
select payee_id, 'claimed', claimed_by from payee_claims where claimed_by is not null order by payee_id;
select log_payee_ties();
