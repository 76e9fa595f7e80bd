-- The root of the log's first `size` leaves; null if it has fewer.
create or replace function ledger_log_root(size bigint) returns bytea language plpgsql stable
set search_path = public, pg_temp as $$
declare
  root bytea;
  node bytea;
  height integer := 0;
begin
  if size = 0 then return sha256(''::bytea); end if;
  while size >> height > 0 loop
    if (size >> height) % 2 = 1 then
      if height = 0 then
        select sha256('\x00'::bytea || l.hash) into node from ledger_log l where l.position = size - 1;
      else
        select n.hash into node from ledger_log_nodes n where n.level = height and n.place = (size >> height) - 1;
      end if;
      if node is null then return null; end if;
      root := case when root is null then node else sha256('\x01'::bytea || node || root) end;
    end if;
    height := height + 1;
  end loop;
  return root;
end $$;
