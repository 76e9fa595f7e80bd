-- Up Migration

-- From which ship date Fee-Earnings pays in a marketplace: the newest row says it. Folio's CSV pays for what was ordered
-- before that day.
create table paying_dates (
  id bigint primary key generated always as identity,
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  starts_on date not null,
  actor_id uuid references users on delete set null,
  set_at timestamptz not null
);
create index paying_dates_newest on paying_dates (marketplace, id desc);
create index paying_dates_actor on paying_dates (actor_id) where actor_id is not null;
create trigger paying_dates_append_only before delete on paying_dates
  for each row execute function refuse_change();
create trigger paying_dates_unchanged before update of id, marketplace, starts_on, set_at on paying_dates
  for each row execute function refuse_change();
create trigger paying_dates_keep before truncate on paying_dates
  for each statement execute function refuse_change();

create function paying_date(of_marketplace text) returns date language sql stable parallel safe as $$
  select starts_on from paying_dates where marketplace = of_marketplace order by id desc limit 1
$$;

-- What an admin said of an order of Folio's CSV and a row of Fee-Earnings that may be one sale. The newest word holds.
create table twin_decisions (
  id bigint primary key generated always as identity,
  folio_item_id text not null,
  fee_item_id text not null,
  is_same_sale boolean not null,
  actor_id uuid references users on delete set null,
  decided_at timestamptz not null
);
create index twin_decisions_folio on twin_decisions (folio_item_id, fee_item_id, id desc);
create index twin_decisions_fee on twin_decisions (fee_item_id);
create index twin_decisions_actor on twin_decisions (actor_id) where actor_id is not null;
create trigger twin_decisions_append_only before delete on twin_decisions
  for each row execute function refuse_change();
create trigger twin_decisions_unchanged
  before update of id, folio_item_id, fee_item_id, is_same_sale, decided_at on twin_decisions
  for each row execute function refuse_change();
create trigger twin_decisions_keep before truncate on twin_decisions
  for each statement execute function refuse_change();

create view same_sales as
  select folio_item_id, fee_item_id from twin_decisions d
  where is_same_sale and not exists (
    select from twin_decisions later
    where (later.folio_item_id, later.fee_item_id) = (d.folio_item_id, d.fee_item_id) and later.id > d.id);

-- Rows that a file tells of and that do not pay, since their day is the other format's.
alter table import_batches
  add column not_paying integer not null default 0 check (not_paying >= 0),
  add column not_paying_cents bigint not null default 0;

-- As before, of what Folio's CSV pays for alone.
create or replace function csv_purchase(item text, merging uuid)
returns table (marketplace text, asin text, day date, sub_tag text, tracking_id text, pieces integer, cents bigint,
  left_pieces integer, left_cents bigint)
language sql stable
set plan_cache_mode = force_custom_plan as $$
  select b.marketplace, o.asin, o.order_date, o.sub_tag, o.tracking_id,
    coalesce((o.returns ->> 'quantity')::integer, o.quantity), coalesce((o.returns ->> 'cents')::bigint, o.commission_cents),
    coalesce(a.quantity, o.quantity), coalesce(a.cents, o.commission_cents)
  from order_observations o join import_batches b on b.id = o.batch_id
  left join lateral csv_after_returns(case when exists (
    select from order_observations r where r.order_item_id = item and r.returns is not null) then item end, merging) a on true
  where o.order_item_id = item and o.fee_key is null and (b.state = 'merged' or b.id = merging) and b.undone_at is null
    and not exists (select from order_parts p where p.order_item_id = item)
    and not exists (select from order_parts p where p.reported_id = item)
    and o.id = (
      select s.id from order_observations s join import_batches n on n.id = s.batch_id
      where s.order_item_id = item and s.fee_key is null and (n.state = 'merged' or n.id = merging) and n.undone_at is null
      order by coalesce(s.id = a.observation_id, false) desc, n.report_as_of desc, s.status_rank desc, s.content_hash desc
      limit 1)
    and coalesce(a.status, o.order_status) = 'shipped'
    and o.order_date < coalesce(paying_date(b.marketplace), 'infinity')
$$;
