-- Up Migration
-- What was changed lately of what proves a person, and of where they are paid: kept for seven days, in which a mailed link
-- takes a change and all later ones back (docs/decisions/0100-settled-means.md).
create table means_changes (
  -- The order in which they are taken back: the account is locked by whoever changes it.
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  means text not null check (means in ('password', 'passkey', 'totp', 'recovery_code', 'provider', 'payout_account')),
  change text not null check (change in ('added', 'changed', 'removed')),
  means_id uuid,
  -- What its owner calls it.
  name text,
  -- The row as it was before, out of reach of whatever signs in.
  kept jsonb,
  -- The same for all that one transaction has changed: a mail names them by the first.
  changed_at timestamptz not null default now(),
  undone_at timestamptz,
  -- Of the mailed link; the mail derives it again when it is sent again.
  link_hash bytea constraint means_changes_link unique check (length(link_hash) = 32),
  check ((means = 'password') = (means_id is null)),
  -- What is taken back, or was added, keeps nothing.
  check (kept is null or (change <> 'added' and undone_at is null))
);
create index means_changes_user on means_changes (user_id, id);
create index means_changes_age on means_changes (changed_at);

-- By triggers, so that no way of changing a means can forget it. A password is noted by who sets it: signing in replaces
-- its hash, too.
create function note_means_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  held jsonb;
begin
  if tg_op = 'INSERT' then held := to_jsonb(new); else held := to_jsonb(old); end if;
  if tg_table_name = 'factors' and tg_argv[1] = 'removed' then
    held := held || jsonb_build_object('codes',
      coalesce((select jsonb_agg(to_jsonb(c)) from recovery_codes c where c.factor_id = old.id), '[]'));
  end if;
  -- Nothing is kept of an account that goes.
  insert into means_changes (user_id, means, change, means_id, name, kept)
  select u.id, coalesce(held->>'type', tg_argv[0]), tg_argv[1], (held->>'id')::uuid,
    coalesce(held->>'name', held->>'friendly_name', held->>'provider'),
    case when tg_argv[1] <> 'added' then held end
  from users u where u.id = (held->>'user_id')::uuid;
  return coalesce(new, old);
end $$;

create trigger passkeys_added after insert on passkeys
  for each row execute function note_means_change('passkey', 'added');
create trigger passkeys_renamed after update of name on passkeys
  for each row when (old.name <> new.name) execute function note_means_change('passkey', 'changed');
create trigger passkeys_removed after delete on passkeys
  for each row execute function note_means_change('passkey', 'removed');
create trigger factors_added after insert on factors
  for each row when (new.verified_at is not null) execute function note_means_change('factor', 'added');
create trigger factors_verified after update of verified_at on factors
  for each row when (old.verified_at is null and new.verified_at is not null)
  execute function note_means_change('factor', 'added');
-- Before, since its codes go with it.
create trigger factors_removed before delete on factors
  for each row when (old.verified_at is not null) execute function note_means_change('factor', 'removed');
create trigger identities_added after insert on identities
  for each row when (new.provider <> 'email') execute function note_means_change('provider', 'added');
create trigger identities_removed after delete on identities
  for each row when (old.provider <> 'email') execute function note_means_change('provider', 'removed');

-- A set whose codes are made anew stays the same factor.
create function note_replaced_codes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into means_changes (user_id, means, change, means_id, name, kept)
  select f.user_id, f.type, 'changed', f.id, f.friendly_name,
    jsonb_build_object('codes', (select jsonb_agg(to_jsonb(g)) from gone g where g.factor_id = f.id))
  from factors f where f.id in (select factor_id from gone);
  return null;
end $$;
create trigger recovery_codes_replaced after delete on recovery_codes referencing old table as gone
  for each statement execute function note_replaced_codes();

-- After changes were taken back nobody is paid for some days, whoever had got in.
alter table users add column payouts_rest_until timestamptz;

alter table sessions
  drop constraint sessions_ended_reason_check,
  add constraint sessions_ended_reason_check check (ended_reason in ('signed_out', 'reuse_detected', 'password_changed',
    'removed', 'address_proven', 'unused', 'ended_by_admin', 'suspended', 'factor_verified', 'expired', 'idle',
    'taken_back'));
