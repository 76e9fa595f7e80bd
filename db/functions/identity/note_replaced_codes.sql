-- When recovery codes are made anew, the factor stays the same one.
create or replace function note_replaced_codes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into means_changes (user_id, means, change, means_id, name, kept)
  select f.user_id, f.type, 'changed', f.id, f.friendly_name,
    jsonb_build_object('codes', (select jsonb_agg(to_jsonb(g)) from gone g where g.factor_id = f.id))
  from factors f where f.id in (select factor_id from gone);
  return null;
end $$;

create trigger recovery_codes_replaced after delete on recovery_codes referencing old table as gone
  for each statement execute function note_replaced_codes();
