-- Up Migration

-- A step of the pipeline that an admin has asked for. One runs at a time, wherever it runs: whoever runs it holds a
-- lease that each committed step renews, so a run of a dead process is found, and one thought dead cannot go on.
create table order_runs (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('stage', 'merge', 'undo', 'match', 'calculate')),
  import_id uuid references import_batches,
  actor_id uuid references users on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  stop_requested_at timestamptz,
  -- Rows done, of how many; what is counted is the kind's own affair.
  rows_done bigint not null default 0 check (rows_done >= 0),
  rows_total bigint check (rows_total >= 0),
  results jsonb,
  error_code text,
  error_message text,
  attempts integer not null default 0,
  lease_token uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  check ((kind in ('stage', 'merge', 'undo')) = (import_id is not null)),
  check ((state = 'running') = (lease_token is not null)),
  check ((state in ('done', 'failed', 'stopped')) = (finished_at is not null))
);
create unique index order_runs_one_running on order_runs ((true)) where state = 'running';
create index order_runs_open on order_runs (created_at, id) where state in ('waiting', 'running');
create index order_runs_newest on order_runs (created_at desc, id desc);
create index order_runs_import on order_runs (import_id) where import_id is not null;
create index order_runs_actor on order_runs (actor_id) where actor_id is not null;

-- An import is known from its first byte. It takes effect when it is merged.
alter table import_batches
  add column state text not null default 'merged'
    check (state in ('receiving', 'received', 'staged', 'question', 'merged', 'repeated', 'failed', 'discarded')),
  add column file_name text check (length(file_name) <= 255),
  add column bytes bigint not null default 0 check (bytes >= 0),
  -- When the last bytes came, while it is received: one that is silent for long was left behind by a crash.
  add column heard_at timestamptz,
  -- What the admin said of the file: how its dates are to be read where they can be read two ways.
  add column date_order text check (date_order in ('month_first', 'day_first')),
  -- Dates of the file that can be read two ways: what the admin is asked about.
  add column date_examples text[],
  -- Merged as soon as it is staged.
  add column apply boolean not null default false,
  -- The days of the period that the file itself says it is of.
  add column period_days date[],
  -- The import whose file this one is again.
  add column repeats_id uuid references import_batches,
  add column unchanged integer not null default 0 check (unchanged >= 0),
  add column withdrawn integer not null default 0 check (withdrawn >= 0),
  -- What the file says of itself beside what was read of it, and what merging it would change.
  add column reconciliation jsonb,
  add column preview jsonb,
  add column has_own_sub_tags boolean not null default false,
  add column error_code text,
  add column error_message text,
  add column merged_at timestamptz,
  -- Why an admin has asked for its undoing; it becomes undone_reason when that is done.
  add column undo_reason text,
  alter column format drop not null,
  alter column file_hash drop not null,
  add check (state not in ('staged', 'merged', 'repeated') or (format is not null and file_hash is not null)),
  add check ((state = 'repeated') = (repeats_id is not null)),
  add check (undone_at is null or state = 'merged');
drop index import_batches_file;
create unique index import_batches_file on import_batches (file_hash, marketplace)
  where undone_at is null and state = 'merged';
create index import_batches_newest on import_batches (created_at desc, id desc);
create index import_batches_repeats on import_batches (repeats_id) where repeats_id is not null;
create index import_batches_receiving on import_batches (heard_at) where state = 'receiving';

-- An import goes one way, and what has ended stays as it was: of a merged one only its undoing is added, once.
create function guard_import_states() returns trigger language plpgsql as $$
declare
  later constant text[] := array['undone_at', 'undone_by', 'undone_reason', 'undo_reason', 'actor_id'];
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
    or old.undone_at is not null and (old.undone_at, old.undone_reason) is distinct from (new.undone_at, new.undone_reason)
  then
    raise exception 'an import that is % stays as it was', old.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger import_batches_states before update on import_batches
  for each row execute function guard_import_states();
create trigger import_batches_kept before delete on import_batches
  for each row execute function refuse_change();
create trigger import_batches_keep before truncate on import_batches
  for each statement execute function refuse_change();

-- The bytes of a file until it is merged or given up: read again after a crash, or when a question is answered.
create table import_chunks (
  import_id uuid not null references import_batches,
  number integer not null check (number >= 0),
  bytes bytea not null,
  primary key (import_id, number)
);
alter table import_chunks alter column bytes set storage external;

-- What was wrong with a row, which was left out. The first ten thousand of an import are kept, all are counted. They are
-- told in the order of the file; one line may have several.
create table import_row_errors (
  import_id uuid not null references import_batches,
  number integer not null check (number > 0),
  line integer not null check (line > 0),
  order_item_id text,
  column_name text not null,
  message text not null,
  primary key (import_id, line, number)
);

-- Each import stages into a copy of this table of its own, dropped when it is merged or given up.
create table import_staging (
  line integer not null,
  order_item_id text not null,
  order_date date not null,
  ordered_at timestamptz,
  asin text not null,
  product_title text not null,
  quantity integer not null,
  commission_cents bigint not null,
  commission_rate_bps integer,
  order_status text not null,
  sub_tag text,
  tracking_id text
);

-- The days that a report told of. Of one marketplace and day only one paying format may stand.
create table import_days (
  import_id uuid not null references import_batches,
  marketplace text not null,
  format text not null,
  pays boolean not null,
  day date not null,
  stands boolean not null default true,
  -- Amazon's own reports have no order ids: of a day only the newest report's rows count, and this is it.
  counts boolean not null default false,
  primary key (import_id, day),
  check (stands or not counts),
  constraint import_days_one_paying_format
    exclude using gist (marketplace with =, day with =, format with <>) where (pays and stands)
);
create index import_days_of_format on import_days (marketplace, format, day) where stands;
create unique index import_days_one_counts on import_days (marketplace, format, day) where counts;

-- What a Fee-Orders report adds: when an item was ordered. It never pays.
create table fee_order_dates (
  batch_id uuid not null references import_batches,
  line integer not null check (line > 0),
  marketplace text not null,
  order_date date not null,
  asin text not null,
  tracking_id text not null default '',
  primary key (batch_id, line)
);
create index fee_order_dates_found on fee_order_dates (marketplace, asin, tracking_id, order_date);

-- A merge of a million rows must not check a million keys one by one; docs/decisions say what each costs. What they
-- guaranteed holds otherwise: observations are only written from the import's own row, which cannot be deleted, and a
-- queue's row that named no order would be nothing to do.
alter table order_observations
  drop constraint order_observations_batch_id_fkey,
  -- The same guarantee in the order in which observations are looked for: one index where there were two.
  drop constraint order_observations_batch_id_order_item_id_key,
  add unique (order_item_id, batch_id),
  -- What Fee-Earnings knows an item by, whatever its day: a return on a later day has the same, and takes money back.
  add column fee_key text,
  drop constraint order_observations_commission_cents_check,
  add check (commission_cents >= 0 or fee_key is not null);
drop index order_observations_fold;
create index order_observations_fee_key on order_observations (fee_key) where fee_key is not null;
create index order_observations_returns on order_observations (fee_key) where commission_cents < 0;
-- An import's observations are written by one statement, so that they lie together.
create index order_observations_batch on order_observations using brin (batch_id) with (pages_per_range = 16);

-- An order whose observations have all been undone or replaced has none, and owes nothing.
alter table amazon_orders
  alter column observation_id drop not null,
  add column format text not null default 'folio_csv',
  -- Rows without a sub tag of ours in a file that has some were bought through other links.
  add column file_has_own_sub_tags boolean not null default false,
  -- Set for Fee-Earnings, whose rows tell when an item was shipped; its order_date is then that day, or what Fee-Orders
  -- says of it.
  add column shipped_on date,
  add column created_at timestamptz not null default now();
create index amazon_orders_sub_tag on amazon_orders (sub_tag) where sub_tag is not null;
create index amazon_orders_tracking on amazon_orders (tracking_id, order_date) where tracking_id is not null;
create index amazon_orders_shipped on amazon_orders (marketplace, shipped_on) where shipped_on is not null;
create trigger amazon_orders_kept before delete on amazon_orders
  for each row execute function refuse_change();

-- Orders to look at in the next matching, and in the next calculation. A queue's row is taken under the order's lock.
create table orders_to_match (
  order_item_id text primary key,
  -- The order's, so that the newest of those that wait are one index range.
  order_date date not null
);
create index orders_to_match_newest on orders_to_match (order_date desc, order_item_id desc);
create table orders_to_post (order_item_id text primary key);
