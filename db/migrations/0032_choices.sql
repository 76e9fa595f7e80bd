-- Up Migration

-- How an admin had rows counted that can be counted two ways: each choice with its rows and money, by whom and when.
alter table import_batches add column choices jsonb;

-- The id as the file has it, of a row that an admin said is an order item of its own.
alter table import_staging add column reported_id text;

-- The id of an order item that is some of the rows of an id: those of a product and sub tag.
create function order_part_id(reported_id text, asin text, sub_tag text)
returns text language sql immutable parallel safe as $$
  select left(reported_id, 183) || '~'
    || left(encode(sha256(convert_to(concat_ws(chr(31), reported_id, asin, coalesce(sub_tag, '')), 'UTF8')), 'hex'), 16)
$$;

-- Observations of such items. What the newest report says of an id is all there is of it: the items of another report,
-- that tells of it in whole or in other parts, do not count beside them.
create table order_parts (
  observation_id uuid primary key references order_observations,
  import_id uuid not null references import_batches,
  order_item_id text not null,
  reported_id text not null
);
create index order_parts_of_item on order_parts (order_item_id);
create index order_parts_of_id on order_parts (reported_id);
create index order_parts_of_import on order_parts (import_id);
create trigger order_parts_immutable before update or delete on order_parts
  for each row execute function refuse_change();
create trigger order_parts_keep before truncate on order_parts
  for each statement execute function refuse_change();

-- Files that wait to be merged.
do $$
declare
  staged text;
begin
  for staged in
    select 'import_staging_' || replace(b.id::text, '-', '')
    from import_batches b where to_regclass('import_staging_' || replace(b.id::text, '-', '')) is not null
  loop
    execute format('alter table %I add column reported_id text', staged);
  end loop;
end $$;
