-- Up Migration

-- What a row of Fee-Earnings is known by, which has no order id: written here while a file is staged.
alter table import_staging
  -- Marketplace, ASIN, and twelve hexadecimal digits of tracking id, seller, device and direct sale.
  add column fee_key text,
  -- Twelve hexadecimal digits of seller, device and direct sale alone.
  add column sale_key text;

-- The identity of each row of Fee-Earnings, and the order item that it tells of. Rows of one day and key are told apart by
-- fee, pieces and a number among those that are equal in all of it; never by their place in the file.
create table fee_rows (
  observation_id uuid primary key references order_observations,
  import_id uuid not null references import_batches,
  day date not null,
  fee_key text not null,
  sale_key text,
  sub_tag text not null,
  cents bigint not null,
  pieces integer not null,
  ordinal integer not null check (ordinal > 0),
  -- The id of an item that begins with such a row.
  name text not null,
  -- Whose row it is: said once, when its file is merged.
  order_item_id text,
  unique (import_id, order_item_id)
);
create index fee_rows_day on fee_rows (import_id, day);
create index fee_rows_order on fee_rows (order_item_id);
create index fee_rows_key on fee_rows (fee_key);
create index fee_rows_returns on fee_rows (fee_key) where cents < 0;
create trigger fee_rows_kept before delete on fee_rows
  for each row execute function refuse_change();
create trigger fee_rows_keep before truncate on fee_rows
  for each statement execute function refuse_change();
alter table import_days
  -- The file whose rows this one's of the day were paired with: the one before it by report_as_of, when it was merged.
  add column paired_id uuid references import_batches;

-- Orders whose rows came or went beside others of their key between two files, so that nobody can tell which became which.
-- They hold while the file counts on that day; a file that is paired with it has them as well.
create table fee_unpaired (
  import_id uuid not null references import_batches,
  day date not null,
  order_item_id text not null,
  -- When an admin accepted that.
  reviewed_at timestamptz,
  primary key (import_id, day, order_item_id)
);
create index fee_unpaired_open on fee_unpaired (order_item_id) where reviewed_at is null;
-- They are looked for in fee_rows now.
drop index order_observations_fee_key;
drop index order_observations_returns;

-- The ids that orders had before rows were told apart in this way, by the name that they would have now.
create table earlier_order_ids (
  name text primary key,
  order_item_id text not null unique
);

-- Why nothing more is posted for an order before an admin has looked at it.
alter table amazon_orders
  add column review_reason text check (review_reason in ('restated_ambiguously'));
create index amazon_orders_review on amazon_orders (order_date desc, order_item_id desc)
  where review_reason is not null;

create function fee_row_name(fee_key text, sub_tag text, day date, cents bigint, pieces integer, ordinal bigint)
returns text language sql immutable parallel safe as $$
  select regexp_replace(fee_key, '^(fee-..)-(.+)-[^-]+$', '\1-' || d || '-\2-') || left(encode(sha256(convert_to(
    concat_ws('|', fee_key, d, cents, pieces, ordinal, sub_tag), 'UTF8')), 'hex'), 16)
  from (select concat_ws('-', lpad(extract(year from day)::text, 4, '0'), lpad(extract(month from day)::text, 2, '0'),
    lpad(extract(day from day)::text, 2, '0')) as d) of_day
$$;

-- Says whose rows those of an import are, by the standing file before it on each day: equal ones are of the same item; a
-- single one that is new is the single one of its key that is gone, restated; all others are items of their own.
create function pair_fee_rows(paired uuid) returns void language plpgsql
set plan_cache_mode = force_custom_plan as $$
begin
  update import_days mine set paired_id = (
    select d.import_id
    from import_days d join import_batches earlier on earlier.id = d.import_id
    where (d.marketplace, d.format, d.day) = (mine.marketplace, mine.format, mine.day) and d.stands
      and (earlier.report_as_of, earlier.file_hash) < (b.report_as_of, b.file_hash)
    order by earlier.report_as_of desc, earlier.file_hash desc limit 1)
  from import_batches b
  where mine.import_id = paired and b.id = paired;

  with sides as (
    select observation_id, day, fee_key, sub_tag, cents, pieces, ordinal, null as order_item_id, true as is_new
    from fee_rows where import_id = paired
    union all
    select r.observation_id, r.day, r.fee_key, r.sub_tag, r.cents, r.pieces, r.ordinal, r.order_item_id, false
    from import_days d join fee_rows r on r.import_id = d.paired_id and r.day = d.day
    where d.import_id = paired
  ), equals as (
    -- Put together by grouping, never by a join: nothing is known yet of how many there are.
    select day, fee_key, sub_tag, max(order_item_id) as item, any_value(observation_id) filter (where is_new) as now
    from sides group by day, fee_key, sub_tag, cents, pieces, ordinal
  ), settled as (
    select now, coalesce(item, case when gone = 1 and fresh = 1 then gone_item end) as item
    from (
      select *, count(*) filter (where now is null) over alike as gone,
        count(*) filter (where item is null) over alike as fresh, max(item) filter (where now is null) over alike as gone_item
      from equals window alike as (partition by day, fee_key, sub_tag)
    ) counted
    where now is not null
  )
  update fee_rows r set order_item_id = s.item from settled s where r.observation_id = s.now and s.item is not null;

  -- An item that is a restated one may have the name that another row begins with now.
  update fee_rows r set order_item_id = (
    select id
    from (
      select k, coalesce((select e.order_item_id from earlier_order_ids e where e.name = n), n) as id
      from generate_series(1, 1000) as k cross join lateral (
        select r.name || case k when 1 then '' else '-' || k end as n
      ) numbered
    ) named
    where not exists (select from fee_rows t where t.import_id = paired and t.order_item_id = named.id)
      and not exists (select from fee_rows t where t.import_id = d.paired_id and t.order_item_id = named.id)
    order by k limit 1)
  from import_days d
  where r.import_id = paired and r.order_item_id is null and d.import_id = paired and d.day = r.day;

  insert into fee_unpaired (import_id, day, order_item_id)
  select paired, day, order_item_id
  from (
    select *, count(*) filter (where not was) over alike as fresh, count(*) filter (where not stays) over alike as gone
    from (
      select day, fee_key, sub_tag, order_item_id, bool_or(is_new) as stays, bool_or(not is_new) as was
      from (
        select day, fee_key, sub_tag, order_item_id, true as is_new from fee_rows where import_id = paired
        union all
        select r.day, r.fee_key, r.sub_tag, r.order_item_id, false
        from import_days d join fee_rows r on r.import_id = d.paired_id and r.day = d.day
        where d.import_id = paired
      ) sides
      group by day, fee_key, sub_tag, order_item_id
    ) items
    window alike as (partition by day, fee_key, sub_tag)
  ) counted
  where not (was and stays) and fresh > 0 and gone > 0
  union
  select paired, u.day, u.order_item_id
  from import_days d join fee_unpaired u on u.import_id = d.paired_id and u.day = d.day
  where d.import_id = paired and u.reviewed_at is null;
end $$;

-- What was imported until now keeps its orders: the ids they have are given to the items that the rows are paired to.
insert into fee_rows (observation_id, import_id, day, fee_key, sub_tag, cents, pieces, ordinal, name, order_item_id)
select id, batch_id, order_date, fee_key, sub_tag, commission_cents, quantity, ordinal,
  fee_row_name(fee_key, sub_tag, order_date, commission_cents, quantity, ordinal),
  case when not stands then order_item_id end
from (
  select s.id, s.batch_id, s.order_date, s.fee_key, coalesce(s.sub_tag, '') as sub_tag, s.commission_cents, s.quantity,
    s.order_item_id, exists (select from import_days d
      where d.import_id = s.batch_id and d.day = s.order_date and d.stands) as stands,
    row_number() over (
      partition by s.batch_id, s.order_date, s.fee_key, coalesce(s.sub_tag, ''), s.commission_cents, s.quantity
      order by s.status_rank, s.product_title collate "C", s.line) as ordinal
  from order_observations s where s.fee_key is not null
) s;
-- File by file, as they were told; each is paired with the ones before it.
do $$
declare
  file uuid;
begin
  for file in
    select distinct b.id, b.report_as_of, b.file_hash
    from import_days d join import_batches b on b.id = d.import_id
    where d.format = 'fee_earnings' and d.stands
    order by b.report_as_of, b.file_hash
  loop
    perform pair_fee_rows(file);
  end loop;
end $$;
insert into earlier_order_ids (name, order_item_id)
select r.order_item_id, s.order_item_id
from import_days d
join fee_rows r on r.import_id = d.import_id and r.day = d.day
join order_observations s on s.id = r.observation_id
where d.counts;
insert into earlier_order_ids (name, order_item_id)
select name, id
from (
  select distinct on (id) name, id
  from (
    select distinct on (r.order_item_id) r.order_item_id as name, s.order_item_id as id, b.report_as_of, b.file_hash
    from import_days d
    join import_batches b on b.id = d.import_id
    join fee_rows r on r.import_id = d.import_id and r.day = d.day
    join order_observations s on s.id = r.observation_id
    where d.stands and not exists (select from earlier_order_ids e where e.name = r.order_item_id)
    order by r.order_item_id, b.report_as_of desc, b.file_hash desc
  ) of_name
  where not exists (select from earlier_order_ids e where e.order_item_id = of_name.id)
  order by id, report_as_of desc, file_hash desc, name
) of_id;
update fee_rows r set order_item_id = e.order_item_id
from earlier_order_ids e, import_days d
where e.name = r.order_item_id and d.import_id = r.import_id and d.day = r.day and d.stands;
update fee_unpaired u set order_item_id = e.order_item_id
from earlier_order_ids e where e.name = u.order_item_id;
-- What was taken as it stands is no question now.
update fee_unpaired set reviewed_at = now();
create trigger fee_rows_said_once before update on fee_rows
  for each row when (old.order_item_id is not null) execute function refuse_change();

-- Files that wait to be merged.
do $$
declare
  staged record;
begin
  for staged in
    select b.format, 'import_staging_' || replace(b.id::text, '-', '') as name
    from import_batches b where to_regclass('import_staging_' || replace(b.id::text, '-', '')) is not null
  loop
    execute format('alter table %I add column fee_key text, add column sale_key text', staged.name);
    if staged.format = 'fee_earnings' then
      execute format($sql$update %I set fee_key = regexp_replace(order_item_id, '-\d{4}-\d\d-\d\d(-.+)-\d+$', '\1')$sql$,
        staged.name);
    end if;
  end loop;
end $$;
