-- Adds the nodes that became complete when the log grew from one size to another.
create or replace function grow_ledger_log(size_before bigint, size_now bigint) returns void language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set search_path = public, pg_temp as $$
declare
  height integer := 1;
  first bigint;
  beyond bigint;
begin
  while size_now >> height > 0 loop
    first := size_before >> height;
    beyond := size_now >> height;
    if height = 1 then
      insert into ledger_log_nodes (level, place, hash)
      select 1, position >> 1, sha256('\x01'::bytea || sha256('\x00'::bytea || hash) || sha256('\x00'::bytea || next))
      from (
        select position, hash, lead(hash) over (order by position) as next from ledger_log
        where position >= first * 2 and position < beyond * 2
      ) leaves
      where position % 2 = 0;
    else
      insert into ledger_log_nodes (level, place, hash)
      select height, place >> 1, sha256('\x01'::bytea || hash || next)
      from (
        select place, hash, lead(hash) over (order by place) as next from ledger_log_nodes
        where level = height - 1 and place >= first * 2 and place < beyond * 2
      ) halves
      where place % 2 = 0;
    end if;
    height := height + 1;
  end loop;
end $$;
