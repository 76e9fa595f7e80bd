-- Records every change to a sign-in means (passkey, factor, provider) so that a mailed link can undo it. Triggers, so
-- that no way of changing a means can forget it. A password change is recorded by the program: signing in replaces its
-- hash, too.
create or replace function note_means_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  changed jsonb;
begin
  if tg_op = 'INSERT' then changed := to_jsonb(new); else changed := to_jsonb(old); end if;
  if tg_table_name = 'factors' and tg_argv[1] = 'removed' then
    changed := changed || jsonb_build_object('codes',
      coalesce((select jsonb_agg(to_jsonb(c)) from recovery_codes c where c.factor_id = old.id), '[]'));
  end if;
  -- Nothing is recorded for an account that is being deleted.
  insert into means_changes (user_id, means, change, means_id, name, kept)
  select u.id, coalesce(changed->>'type', tg_argv[0]), tg_argv[1], (changed->>'id')::uuid,
    coalesce(changed->>'name', changed->>'friendly_name', changed->>'provider'),
    case when tg_argv[1] <> 'added' then changed end
  from users u where u.id = (changed->>'user_id')::uuid;
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

-- Before the deletion, since the codes are deleted with their factor.
create trigger factors_removed before delete on factors
  for each row when (old.verified_at is not null) execute function note_means_change('factor', 'removed');
create trigger identities_added after insert on identities
  for each row when (new.provider <> 'email') execute function note_means_change('provider', 'added');
create trigger identities_removed after delete on identities
  for each row when (old.provider <> 'email') execute function note_means_change('provider', 'removed');
