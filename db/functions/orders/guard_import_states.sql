-- An import's state only moves forward, and an ended import stays as it is, except that a merged one can be undone
-- once.
create or replace function guard_import_states() returns trigger language plpgsql as $$
declare
  later constant text[] :=
    array['undone_at', 'undone_by', 'undone_reason', 'undone_effect', 'undo_reason', 'actor_id'];
begin
  if old.state <> new.state and not coalesce(new.state = any (case old.state
    when 'receiving' then array['received', 'failed']
    when 'received' then array['staged', 'question', 'repeated', 'failed', 'discarded']
    when 'question' then array['received', 'discarded']
    when 'staged' then array['merged', 'repeated', 'failed', 'discarded']
  end), false) then
    raise exception 'an import that is % cannot become %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if old.state in ('merged', 'repeated', 'failed', 'discarded') and to_jsonb(old) - later <> to_jsonb(new) - later
    or old.undone_effect is not null and old.undone_effect is distinct from new.undone_effect
    or old.undone_at is not null and (old.undone_at, old.undone_reason) is distinct from (new.undone_at, new.undone_reason)
  then
    raise exception 'an import that is % stays as it was', old.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger import_batches_states before update on import_batches
  for each row execute function guard_import_states();
