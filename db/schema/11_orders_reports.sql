-- A report that an admin sent. It exists from its first byte, and takes effect when it is merged.
create table import_batches (
  id uuid primary key default uuidv7(),
  actor_id uuid references users on delete set null,
  file_hash bytea check (length(file_hash) = 32),
  format text check (format in ('folio_csv', 'fee_earnings', 'fee_orders')),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  -- Its marketplace's currency (docs/decisions/0115-every-marketplace-pays.md). Amounts of imports and orders are in
  -- its smallest unit.
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  report_as_of timestamptz not null,
  total integer not null default 0 check (total >= 0),
  imported integer not null default 0 check (imported >= 0),
  updated integer not null default 0 check (updated >= 0),
  failed integer not null default 0 check (failed >= 0),
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by uuid references users on delete set null,
  undone_reason text,
  state text not null default 'merged' check (state in ('receiving', 'received', 'staged', 'question', 'merged',
    'repeated', 'failed', 'discarded')),
  file_name text check (length(file_name) <= 255),
  bytes bigint not null default 0 check (bytes >= 0),
  -- When the last bytes came, while it is received: one that is silent for long was left by a crash.
  heard_at timestamptz,
  -- The admin's answer about the file: how its dates are to be read if they can be read two ways.
  date_order text check (date_order in ('month_first', 'day_first')),
  -- Dates of the file that can be read two ways, about which the admin is asked.
  date_examples text[],
  -- Whether it is merged as soon as it is staged.
  apply boolean not null default false,
  -- The first and last day of the period that the file names.
  period_days date[],
  -- The import of the same file.
  repeats_id uuid references import_batches,
  unchanged integer not null default 0 check (unchanged >= 0),
  withdrawn integer not null default 0 check (withdrawn >= 0),
  -- The file's own facts beside its rows, and what merging it would change.
  reconciliation jsonb,
  preview jsonb,
  has_own_sub_tags boolean not null default false,
  error_code text,
  error_message text,
  merged_at timestamptz,
  -- Why an admin has asked to undo it; becomes undone_reason when that is done.
  undo_reason text,
  -- The changes of an import that an admin has to confirm first, and those that they have confirmed: rows and money.
  doubts jsonb,
  confirmed jsonb,
  -- The outcome of every row of a file. `total` is of order items; rows beside an item's first belong to the same one.
  combined integer not null default 0 check (combined >= 0),
  waiting_returns integer not null default 0 check (waiting_returns >= 0),
  -- Orders of other reports that merging changed besides.
  others_changed integer not null default 0 check (others_changed >= 0),
  -- The admin's choices for rows that can be counted two ways: each with its rows and money, by whom and when.
  choices jsonb,
  -- False for imports that were merged before rows were kept.
  rows_listed boolean not null default false,
  -- Rows of the file that do not pay, since their day belongs to the other format.
  not_paying integer not null default 0 check (not_paying >= 0),
  not_paying_cents bigint not null default 0,
  -- The totals of the file's rows, of those left out, and its own total.
  reported jsonb,
  -- The outcome of its rows when it was merged, in rows and money.
  tally jsonb,
  -- The orders that its undoing changed, by creator.
  undone_effect jsonb,
  -- The statuses that a file waits for, as [{status, rows, cents}].
  unknown_statuses jsonb,
  check ((undone_at is null) = (undone_reason is null)),
  constraint import_batches_check2 check ((state = 'repeated') = (repeats_id is not null)),
  constraint import_batches_check3 check (undone_at is null or state = 'merged'),
  constraint import_batches_known_file check (state not in ('staged', 'merged', 'repeated') or file_hash is not null),
  constraint import_batches_known_format check (state not in ('staged', 'merged') or format is not null)
);
create index import_batches_actor on import_batches (actor_id) where actor_id is not null;
create index import_batches_undone_by on import_batches (undone_by) where undone_by is not null;
create unique index import_batches_file on import_batches (file_hash, marketplace)
  where undone_at is null and state = 'merged';
create index import_batches_newest on import_batches (created_at desc, id desc);
create index import_batches_repeats on import_batches (repeats_id) where repeats_id is not null;
create index import_batches_receiving on import_batches (heard_at) where state = 'receiving';
create trigger import_batches_kept before delete on import_batches
  for each row execute function refuse_change();
create trigger import_batches_keep before truncate on import_batches
  for each statement execute function refuse_change();

-- What a row of a report said. Immutable: an order's state is folded from the observations in force.
create table order_observations (
  id uuid primary key default uuidv7(),
  -- The import. No foreign key, since a merge of a million rows must not check a million one by one: observations are
  -- only written from the import's own row, which cannot be deleted.
  batch_id uuid not null,
  line integer not null check (line > 0),
  order_item_id text not null check (length(order_item_id) between 1 and 200),
  order_date date not null,
  ordered_at timestamptz,
  asin text not null check (asin ~ '^[A-Z0-9]{10}$'),
  product_title text not null default '',
  quantity integer not null,
  commission_cents bigint not null,
  commission_rate_bps integer check (commission_rate_bps between 0 and 10000),
  order_status text not null check (order_status in ('pending', 'shipped', 'cancelled', 'returned')),
  status_rank smallint not null generated always as (order_status_rank(order_status)) stored,
  sub_tag text,
  tracking_id text,
  content_hash bytea not null check (length(content_hash) = 32),
  -- The key by which Fee-Earnings identifies an item, whatever its day: a return on a later day has the same one and
  -- takes money back.
  fee_key text,
  -- As in import_staging, like the two that follow.
  returns jsonb,
  shipped_on date,
  other_months jsonb,
  unique (order_item_id, batch_id),
  check (commission_cents >= 0 or fee_key is not null)
);
create index order_observations_returns on order_observations (order_item_id) where returns is not null;
-- An import's observations in the order of their items, page by page; they are written in this order.
create index order_observations_of_import on order_observations (batch_id, order_item_id);
create trigger order_observations_immutable before update or delete on order_observations
  for each row execute function refuse_change();
create trigger order_observations_keep before truncate on order_observations
  for each statement execute function refuse_change();

-- The bytes of a file until it is merged or given up: read again after a crash, or when a question is answered.
create table import_chunks (
  import_id uuid not null references import_batches,
  number integer not null check (number >= 0),
  bytes bytea storage external not null,
  primary key (import_id, number)
);

-- Why a row was left out. The first ten thousand of an import are kept, all are counted. They are listed in the order
-- of the file; one line may have several.
create table import_row_errors (
  import_id uuid not null references import_batches,
  number integer not null check (number > 0),
  line integer not null check (line > 0),
  order_item_id text,
  column_name text not null,
  message text not null,
  primary key (import_id, line, number)
);

-- Each import stages into its own copy of this table, dropped when it is merged or given up.
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
  tracking_id text,
  -- The key of a row of Fee-Earnings, which has no order id: written here while a file is staged. Marketplace, ASIN,
  -- and twelve hexadecimal digits of tracking id, seller, device and direct sale.
  fee_key text,
  -- Twelve hexadecimal digits of seller, device and direct sale alone.
  sale_key text,
  -- The id in the file, for a row that an admin said is an order item of its own.
  reported_id text,
  -- The returns of an order item of Folio's CSV are kept row by row, beside its purchase: {"quantity", "cents",
  -- "status"} of the purchase's rows in the file, if it has any, and its "returns" as {"day", "pieces", "cents",
  -- "reversed"}. Null if the file has no return. The other columns are what the file alone comes to.
  returns jsonb,
  -- The row as it was before the rows of its order item became one; null if it is equal to the item.
  told_cents bigint,
  -- Folio's CSV may say when an item was shipped. `other_months`: amounts of an order that belong to other months than
  -- that of its day, as {"2026-08": -500} in cents; null for most. The rest belongs to its own month, so that months
  -- always add up to what the order is worth (docs/product/ledger.md#earning-months).
  shipped_on date,
  other_months jsonb,
  price_cents bigint
);

-- The days of a report. For one marketplace and day only one paying format may be in force.
create table import_days (
  import_id uuid not null references import_batches,
  marketplace text not null,
  format text not null,
  pays boolean not null,
  day date not null,
  stands boolean not null default true,
  -- Amazon's own reports have no order ids: for a day only the newest report's rows count, and this marks it.
  counts boolean not null default false,
  -- The file with which this one's rows of the day were paired: the one before it by report_as_of, when it was merged.
  paired_id uuid references import_batches,
  primary key (import_id, day),
  constraint import_days_one_paying_format exclude using gist (marketplace with =, day with =,
    format with <>) where (pays and stands),
  check (stands or not counts)
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

-- The identity of each row of Fee-Earnings, and its order item. Rows of one day and key are told apart by fee, pieces
-- and a number among those that are equal in all of it; never by their place in the file.
create table fee_rows (
  -- Written by the statement that writes their observations, from the import's own row, and neither can be deleted:
  -- checking both again took a tenth of a merge.
  observation_id uuid primary key,
  import_id uuid not null,
  day date not null,
  fee_key text not null,
  sale_key text,
  sub_tag text not null,
  cents bigint not null,
  pieces integer not null,
  ordinal integer not null check (ordinal > 0),
  -- The id of an item whose first row this is.
  name text not null,
  -- The order item of the row, decided once, when its file is merged.
  order_item_id text,
  -- Rows in force are keyed by digits of their tracking id as it was written; the key of its lower-case form is known
  -- once a file has the same tracking id, seller, device and direct sale (orders/imports/staged-sql.ts).
  key_as_written boolean not null default false,
  -- The price of a piece, if the file has it: a return takes first from a purchase at the same price.
  price_cents bigint,
  unique (order_item_id, import_id)
);
create index fee_rows_day on fee_rows (import_id, day);
create index fee_rows_key on fee_rows (fee_key);
create index fee_rows_returns on fee_rows (fee_key) where cents < 0;
-- Returns by marketplace and ASIN (`fee-us-B0C7KQ4T2M`), which is what a key begins with.
create index fee_rows_returned_items on fee_rows (left(fee_key, -13)) where cents < 0;
create index fee_rows_as_written on fee_rows (sale_key) where key_as_written;
create trigger fee_rows_kept before delete on fee_rows
  for each row execute function refuse_change();
create trigger fee_rows_keep before truncate on fee_rows
  for each statement execute function refuse_change();
create trigger fee_rows_said_once
  before update of observation_id, import_id, day, sale_key, sub_tag, cents, pieces, ordinal, order_item_id on fee_rows
  for each row when (old.order_item_id is not null) execute function refuse_change();

-- Orders whose rows came or went beside others of their key between two files, so that nobody can tell which became
-- which. They count while the file counts on that day; a file that is paired with it has them as well.
create table fee_unpaired (
  import_id uuid not null references import_batches,
  day date not null,
  order_item_id text not null,
  -- When an admin accepted that.
  reviewed_at timestamptz,
  primary key (import_id, day, order_item_id)
);
create index fee_unpaired_open on fee_unpaired (order_item_id) where reviewed_at is null;

-- Ids that orders had before rows were told apart in this way, by the name that they would have now.
create table earlier_order_ids (
  name text primary key,
  order_item_id text not null unique
);

-- Observations of items that hold only some rows of an id (order_part_id()). The newest report of an id is complete:
-- the items of another report, which has it as a whole or in other parts, do not count beside them.
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

-- The outcome of an import's rows, so that each number of its count leads to them. Rows that are in none of these
-- changed nothing. Orders that an import changes without a row in its file are listed as well; and for a row that
-- belongs to another one, what it said, so that an import's rows add up to its report.
create table import_rows (
  import_id uuid not null references import_batches,
  outcome text not null check (outcome in
    ('imported', 'updated', 'waiting_returns', 'combined', 'withdrawn', 'others_changed')),
  order_item_id text not null,
  -- For a row that belongs to another one: that row. The observation has it for an order's own row.
  line integer not null default 0 check (line >= 0),
  cents bigint,
  primary key (import_id, outcome, order_item_id, line)
);

-- What merging a staged import would do, one entry for a row of the file or an order: every import with a preview has
-- its own copy of this table, dropped with its staging table.
create table import_outcomes (
  outcome text not null check (outcome in
    ('imported', 'updated', 'unchanged', 'waiting_returns', 'combined', 'withdrawn', 'others_changed')),
  -- 0 for an order without a row in the file.
  line integer not null check (line >= 0),
  order_item_id text not null,
  order_date date not null,
  asin text not null,
  product_title text not null,
  -- What the file's row says.
  told_cents bigint,
  -- What the order would become; null if it would be withdrawn, or is not an order of its own.
  order_status text,
  commission_cents bigint,
  primary key (outcome, line, order_item_id)
);
