-- Refuses changes that a table never allows. Its triggers stand with their tables, in db/schema and migrations.
create or replace function refuse_change() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op)
    using errcode = 'restrict_violation';
end $$;
