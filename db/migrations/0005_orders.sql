-- Up Migration
create table import_batches (
  id uuid primary key default uuidv7(),
  actor_id uuid references users on delete set null,
  file_hash bytea not null check (length(file_hash) = 32),
  format text not null check (format in ('folio_csv', 'fee_earnings', 'fee_orders')),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  currency text not null default 'USD' check (currency = 'USD'),
  report_as_of timestamptz not null,
  total integer not null default 0 check (total >= 0),
  imported integer not null default 0 check (imported >= 0),
  updated integer not null default 0 check (updated >= 0),
  failed integer not null default 0 check (failed >= 0),
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by uuid references users on delete set null,
  undone_reason text,
  check ((undone_at is null) = (undone_reason is null))
);
-- The same file again changes nothing; after an undo it may come once more.
create unique index import_batches_file on import_batches (file_hash, marketplace) where undone_at is null;

create function order_status_rank(status text) returns smallint language sql immutable parallel safe as $$
  select case status when 'pending' then 0 when 'shipped' then 1 when 'cancelled' then 2 when 'returned' then 3 end
$$;

-- What a row of a report said. Immutable: an order's state is folded from the observations that stand.
create table order_observations (
  id uuid primary key default uuidv7(),
  batch_id uuid not null references import_batches,
  line integer not null check (line > 0),
  order_item_id text not null check (length(order_item_id) between 1 and 200),
  order_date date not null,
  ordered_at timestamptz,
  asin text not null check (asin ~ '^[A-Z0-9]{10}$'),
  product_title text not null default '',
  quantity integer not null,
  commission_cents bigint not null check (commission_cents >= 0),
  commission_rate_bps integer check (commission_rate_bps between 0 and 10000),
  order_status text not null check (order_status in ('pending', 'shipped', 'cancelled', 'returned')),
  status_rank smallint not null generated always as (order_status_rank(order_status)) stored,
  sub_tag text,
  tracking_id text,
  content_hash bytea not null check (length(content_hash) = 32),
  unique (batch_id, order_item_id)
);
create index order_observations_fold on order_observations (order_item_id, status_rank desc, content_hash desc);
create trigger order_observations_immutable before update or delete on order_observations
  for each row execute function refuse_change();
create trigger order_observations_keep before truncate on order_observations
  for each statement execute function refuse_change();

-- The folded state of each order item.
create table amazon_orders (
  order_item_id text primary key,
  observation_id uuid not null references order_observations,
  marketplace text not null,
  order_date date not null,
  ordered_at timestamptz,
  asin text not null,
  product_title text not null default '',
  quantity integer not null,
  commission_cents bigint not null check (commission_cents >= 0),
  commission_rate_bps integer,
  order_status text not null check (order_status in ('pending', 'shipped', 'cancelled', 'returned')),
  sub_tag text,
  tracking_id text,
  updated_at timestamptz not null
);
create index amazon_orders_newest on amazon_orders (order_date desc, order_item_id);
create index amazon_orders_asin on amazon_orders (asin, order_date);

-- Who an order is credited to, why, and on what evidence. `unknown` belongs to nobody.
create table order_matches (
  order_item_id text primary key references amazon_orders,
  confidence text not null check (confidence in ('high', 'medium', 'manual', 'unknown')),
  payee_id uuid references payees,
  product_id uuid references products,
  short_link_id text references short_links,
  reason text not null,
  evidence jsonb not null default '{}',
  matched_by uuid references users on delete set null,
  matched_at timestamptz not null,
  version integer not null default 1,
  check ((confidence = 'unknown') = (payee_id is null)),
  check (confidence <> 'manual' or length(btrim(reason)) > 0)
);
create index order_matches_payee on order_matches (payee_id) where payee_id is not null;
create index order_matches_state on order_matches (confidence, order_item_id);

-- Which creator an Associates tracking id stands for, and when. One at a time.
create table tracking_ids (
  id uuid primary key default uuidv7(),
  tag text not null check (tag ~ '^[A-Za-z0-9_-]{1,100}$'),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  payee_id uuid not null references payees,
  valid_from date not null,
  valid_to date,
  check (valid_to is null or valid_to > valid_from),
  exclude using gist (tag with =, marketplace with =, daterange(valid_from, valid_to) with &&)
);

create table admin_audit (
  id uuid primary key default uuidv7(),
  actor_id uuid references users on delete set null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null
);
create index admin_audit_newest on admin_audit (created_at desc, id desc);
