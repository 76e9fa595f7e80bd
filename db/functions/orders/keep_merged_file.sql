-- The bytes of a merged file are kept as they came in; those of one that changed nothing may go.
create or replace function keep_merged_file() returns trigger language plpgsql as $$
begin
  if exists (select from import_batches where id = old.import_id and state = 'merged') then
    raise exception '% is append-only once its import is merged: % refused', tg_table_name, lower(tg_op)
      using errcode = 'restrict_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;

create trigger import_chunks_kept before update or delete on import_chunks
  for each row execute function keep_merged_file();
