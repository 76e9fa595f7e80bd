-- Each thing is called by one word, the field's: an order and a row of the other format that may be one sale are
-- duplicates, a match that the matcher leaves alone is decided, and what stands out exceeds a threshold.

alter table twin_decisions rename to duplicate_decisions;
alter sequence twin_decisions_id_seq rename to duplicate_decisions_id_seq;
alter table order_matches rename column is_held to is_decided;
alter table press_flags rename column most to threshold;

-- What was named after them: keys, required columns, indexes and triggers.
do $$
declare
  named record;
begin
  for named in
    select conrelid::regclass as owner, 'constraint' as kind, conname as name from pg_constraint
    where conrelid in ('duplicate_decisions'::regclass, 'order_matches'::regclass, 'press_flags'::regclass)
    union all
    select tgrelid::regclass, 'trigger', tgname from pg_trigger
    where tgrelid = 'duplicate_decisions'::regclass and not tgisinternal
  loop
    if named.name ~ '^(twin_decisions|order_matches_is_held|press_flags_most)_' then
      execute case named.kind
        when 'trigger' then format('alter trigger %I on %s rename to %I', named.name, named.owner,
          replace(named.name, 'twin_', 'duplicate_'))
        else format('alter table %s rename constraint %I to %I', named.owner, named.name,
          replace(replace(replace(named.name, 'twin_', 'duplicate_'), '_is_held_', '_is_decided_'), '_most_', '_threshold_'))
      end;
    end if;
  end loop;
end $$;
alter index twin_decisions_folio rename to duplicate_decisions_folio;
alter index twin_decisions_fee rename to duplicate_decisions_fee;
alter index twin_decisions_actor rename to duplicate_decisions_actor;

-- What reports ask, and what was answered, names the kind of a question.
create function pg_temp.renamed(stored jsonb) returns jsonb language sql as $$
  select replace(replace(stored::text, '"kind": "twins"', '"kind": "duplicates"'), '"twins": [', '"duplicates": [')::jsonb
$$;
alter table import_batches disable trigger user;
update import_batches
  set doubts = pg_temp.renamed(doubts), confirmed = pg_temp.renamed(confirmed), preview = pg_temp.renamed(preview),
    choices = pg_temp.renamed(choices)
  where concat(doubts, confirmed, preview, choices) like '%"twins"%';
alter table import_batches enable trigger user;
alter table paying_date_changes disable trigger user;
update paying_date_changes set doubts = pg_temp.renamed(doubts), confirmed = pg_temp.renamed(confirmed)
  where concat(doubts, confirmed) like '%"twins"%';
alter table paying_date_changes enable trigger user;

-- What waits for a second admin is made by the call's name of now.
alter table admin_proposals disable trigger user;
update admin_proposals
  set call = 'PUT /api/v1/admin/orders/:id/duplicate',
    asked = replace(asked::text, '"twin_id": ', '"duplicate_id": ')::jsonb
  where call = 'PUT /api/v1/admin/orders/:id/twin';
update admin_proposals set asked = pg_temp.renamed(asked) where asked::text like '%"twins"%';
alter table admin_proposals enable trigger user;
drop function pg_temp.renamed(jsonb);
