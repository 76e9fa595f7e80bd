-- Up Migration

-- What an import does to orders that its file has no row of is listed with it as well: withdrawn, or changed besides. Of a
-- row that is one with another it is kept what it told, so that an import's rows sum up to its report.
alter table import_rows
  drop constraint import_rows_outcome_check,
  add constraint import_rows_outcome_check check (outcome in
    ('imported', 'updated', 'waiting_returns', 'combined', 'withdrawn', 'others_changed')),
  add column cents bigint;

-- What a row told before those of its order item became one; null where that is what the item comes to.
alter table import_staging add column told_cents bigint;
do $$
declare
  staging text;
begin
  for staging in
    select name
    from (select 'import_staging_' || replace(b.id::text, '-', '') as name from import_batches b) of_import
    where to_regclass(name) is not null
  loop
    execute format('alter table %I add column told_cents bigint', staging);
  end loop;
end $$;

-- What merging a staged import would do, a row of the file or an order each: every import that has a preview has a copy of
-- this table of its own, dropped with its staging table.
create table import_outcomes (
  outcome text not null check (outcome in
    ('imported', 'updated', 'unchanged', 'waiting_returns', 'combined', 'withdrawn', 'others_changed')),
  -- 0 of an order that the file has no row of.
  line integer not null check (line >= 0),
  order_item_id text not null,
  order_date date not null,
  asin text not null,
  product_title text not null,
  -- What the file's row tells.
  told_cents bigint,
  -- What the order would be; null where it would be withdrawn, or is none of its own.
  order_status text,
  commission_cents bigint,
  primary key (outcome, line, order_item_id)
);

alter table import_batches
  -- What the rows of the file told, those left out, and its own total.
  add column reported jsonb,
  -- What became of its rows when it was merged, in rows and money.
  add column tally jsonb,
  -- Which orders its undoing changed, by whose they were.
  add column undone_effect jsonb;

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
