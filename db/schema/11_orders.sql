-- Months of many, as add_months() adds those of two.
create aggregate sum_months(jsonb) (sfunc = add_months, stype = jsonb, parallel = safe);

-- How many orders the merge that is under way has come to. A sequence, since what it says is seen while the merge's
-- one transaction lasts; there is one merge at a time.
create sequence orders_merged minvalue 0 start 0;

-- A report that an admin sent. It is known from its first byte, and takes effect when it is merged.
create table import_batches (
  id uuid primary key default uuidv7(),
  actor_id uuid references users on delete set null,
  file_hash bytea check (length(file_hash) = 32),
  format text check (format in ('folio_csv', 'fee_earnings', 'fee_orders')),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  -- Its marketplace's (docs/decisions/0115-every-marketplace-pays.md). Amounts of imports and orders are in its
  -- smallest unit.
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
  -- When the last bytes came, while it is received: one that is silent for long was left behind by a crash.
  heard_at timestamptz,
  -- What the admin said of the file: how its dates are to be read where they can be read two ways.
  date_order text check (date_order in ('month_first', 'day_first')),
  -- Dates of the file that can be read two ways: what the admin is asked about.
  date_examples text[],
  -- Merged as soon as it is staged.
  apply boolean not null default false,
  -- The days of the period that the file itself says it is of.
  period_days date[],
  -- The import whose file this one is again.
  repeats_id uuid references import_batches,
  unchanged integer not null default 0 check (unchanged >= 0),
  withdrawn integer not null default 0 check (withdrawn >= 0),
  -- What the file says of itself beside what was read of it, and what merging it would change.
  reconciliation jsonb,
  preview jsonb,
  has_own_sub_tags boolean not null default false,
  error_code text,
  error_message text,
  merged_at timestamptz,
  -- Why an admin has asked for its undoing; it becomes undone_reason when that is done.
  undo_reason text,
  -- What an import would change that an admin has to confirm first, and what they have confirmed: its rows and money.
  doubts jsonb,
  confirmed jsonb,
  -- What became of every row of a file. `total` is of order items; rows beside an item's first are one with it.
  combined integer not null default 0 check (combined >= 0),
  waiting_returns integer not null default 0 check (waiting_returns >= 0),
  -- Orders of other reports that merging changed besides.
  others_changed integer not null default 0 check (others_changed >= 0),
  -- How an admin had rows counted that can be counted two ways: each choice with its rows and money, by whom and when.
  choices jsonb,
  -- False for what was merged before rows were kept.
  rows_listed boolean not null default false,
  -- Rows that a file tells of and that do not pay, since their day is the other format's.
  not_paying integer not null default 0 check (not_paying >= 0),
  not_paying_cents bigint not null default 0,
  -- What the rows of the file told, those left out, and its own total.
  reported jsonb,
  -- What became of its rows when it was merged, in rows and money.
  tally jsonb,
  -- Which orders its undoing changed, by whose they were.
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

-- What a row of a report said. Immutable: an order's state is folded from the observations that stand.
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
  -- What Fee-Earnings knows an item by, whatever its day: a return on a later day has the same, and takes money back.
  fee_key text,
  -- As in import_staging, like the two that follow.
  returns jsonb,
  shipped_on date,
  other_months jsonb,
  unique (order_item_id, batch_id),
  check (commission_cents >= 0 or fee_key is not null)
);
create index order_observations_returns on order_observations (order_item_id) where returns is not null;
-- An import's observations in the order of their items, page by page; written in this order.
create index order_observations_of_import on order_observations (batch_id, order_item_id);
create trigger order_observations_immutable before update or delete on order_observations
  for each row execute function refuse_change();
create trigger order_observations_keep before truncate on order_observations
  for each statement execute function refuse_change();

-- The folded state of each order item.
create table amazon_orders (
  order_item_id text primary key,
  -- Null where all of them have been undone or replaced: such an order owes nothing.
  observation_id uuid references order_observations,
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
  updated_at timestamptz not null,
  format text not null default 'folio_csv',
  -- Rows without a sub tag of ours in a file that has some were bought through other links.
  file_has_own_sub_tags boolean not null default false,
  -- Set for Fee-Earnings, whose rows tell when an item was shipped; its order_date is then that day, or what
  -- Fee-Orders says of it.
  shipped_on date,
  created_at timestamptz not null default now(),
  -- Why nothing more is posted for an order before an admin has looked at it.
  review_reason text check (review_reason = 'restated_ambiguously'),
  -- What of a return of Fee-Earnings has found no purchase yet.
  waiting_return_cents bigint not null default 0 check (waiting_return_cents >= 0),
  -- Of a return of Fee-Earnings that found nothing in its own reports: the order of Folio's CSV that it takes from.
  taken_from_id text,
  -- As in import_staging.
  other_months jsonb,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$')
);
create index amazon_orders_newest on amazon_orders (order_date desc, order_item_id);
create index amazon_orders_asin on amazon_orders (asin, order_date);
create index amazon_orders_sub_tag on amazon_orders (sub_tag) where sub_tag is not null;
create index amazon_orders_shipped on amazon_orders (marketplace, shipped_on) where shipped_on is not null;
create index amazon_orders_review on amazon_orders (order_date desc, order_item_id desc)
  where review_reason is not null;
create index amazon_orders_waiting_returns on amazon_orders (order_date desc, order_item_id desc)
  where waiting_return_cents > 0;
create index amazon_orders_taken_from on amazon_orders (taken_from_id) where taken_from_id is not null;
create index amazon_orders_elsewhere on amazon_orders (marketplace, order_date desc, order_item_id desc)
  where marketplace <> 'us';
-- The list of orders that no report tells of any more, the newest first.
create index amazon_orders_withdrawn on amazon_orders (order_date desc, order_item_id desc)
  where observation_id is null;
create index amazon_orders_tracking on amazon_orders (lower(tracking_id), order_date) where tracking_id is not null;
create index amazon_orders_other_months on amazon_orders (order_item_id) where other_months is not null;
-- Orders that wait for a rate are found by their currency.
create index amazon_orders_converted on amazon_orders (currency) where currency <> 'USD';
create index amazon_orders_worth on amazon_orders (in_hundredths(commission_cents, currency) desc, order_item_id desc);
create trigger amazon_orders_kept before delete on amazon_orders
  for each row execute function refuse_change();
create trigger amazon_orders_keep_ids before update of order_item_id on amazon_orders
  for each row when (old.order_item_id <> new.order_item_id) execute function refuse_change();
alter table earnings_ledger add foreign key (order_item_id) references amazon_orders not enforced;
alter table earnings_holds add foreign key (order_item_id) references amazon_orders;

-- Who an order is credited to, why, and on what evidence. `unknown` belongs to nobody. What it names is looked up by
-- check_names().
create table order_matches (
  order_item_id text primary key references amazon_orders not enforced,
  confidence text not null check (confidence in ('high', 'medium', 'manual', 'unknown')),
  payee_id uuid references payees not enforced,
  product_id uuid references products not enforced,
  short_link_id text references short_links not enforced,
  reason text not null,
  evidence jsonb not null default '{}',
  matched_by uuid references users on delete set null,
  matched_at timestamptz not null,
  version integer not null default 1,
  -- Carries the order's date, so that a state's newest orders are one index range.
  order_date date not null,
  -- Set where an admin decided: the matcher leaves it alone.
  is_held boolean not null default false,
  -- What an admin tells the creator of an order that was assigned by hand. `reason` is for other admins alone.
  note_to_creator text check (length(btrim(note_to_creator)) between 1 and 500),
  -- What is contested, or may be a creator's own purchase, is under review: an admin decides before any of it is
  -- payable (docs/decisions/0034-contested-evidence.md).
  review text check (review in ('several_creators', 'own_purchase')),
  -- While an order's date lasts its match is provisional: each matching decides it anew, so that the times of runs
  -- change nothing (docs/decisions/0025-matching.md). What an admin decided is final at once.
  is_provisional boolean not null default false,
  -- What the evidence said when an admin decided, as {payee_id, evidence}: the same later is no news to them.
  judged jsonb,
  -- An admin decided before the date of the order was over: the first matching after that looks at it once more.
  looked_at_again_from timestamptz,
  check ((confidence = 'unknown') = (payee_id is null)),
  check (confidence <> 'manual' or length(btrim(reason)) > 0),
  check (confidence <> 'manual' or is_held),
  check (note_to_creator is null or confidence = 'manual'),
  check (review is null or (payee_id is not null and not is_held)),
  check (not (is_held and is_provisional)),
  check (judged is null or is_held)
);
create index order_matches_matched_by on order_matches (matched_by) where matched_by is not null;
create index order_matches_state on order_matches (confidence, order_date desc, order_item_id desc);
create index order_matches_payee on order_matches (payee_id, order_date desc, order_item_id desc)
  where payee_id is not null;
create index order_matches_review on order_matches (order_date desc, order_item_id desc) where review is not null;
-- What a matching looks at beside what waits for it.
create index order_matches_provisional on order_matches (order_item_id) where is_provisional;
create index order_matches_look_again on order_matches (looked_at_again_from) where looked_at_again_from is not null;

-- Which creator an Associates tracking id stands for, and when. One at a time.
create table tracking_ids (
  id uuid primary key default uuidv7(),
  tag text not null check (tag ~ '^[A-Za-z0-9_-]{1,100}$'),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  payee_id uuid not null references payees,
  valid_from date not null,
  valid_to date,
  note text check (length(note) <= 500),
  created_at timestamptz not null,
  constraint tracking_ids_tag_marketplace_daterange_excl exclude using gist (tag with =, marketplace with =,
    daterange(valid_from, valid_to) with &&),
  check (valid_to is null or valid_to > valid_from)
);
create index tracking_ids_payee on tracking_ids (payee_id);
-- A tracking id is the same one in any case: where it is looked up whose it is, in the key of rows of Fee-Earnings,
-- and where Fee-Orders say when something was ordered.
create index tracking_ids_in_any_case on tracking_ids (lower(tag), marketplace);

-- The bytes of a file until it is merged or given up: read again after a crash, or when a question is answered.
create table import_chunks (
  import_id uuid not null references import_batches,
  number integer not null check (number >= 0),
  bytes bytea storage external not null,
  primary key (import_id, number)
);

-- What was wrong with a row, which was left out. The first ten thousand of an import are kept, all are counted. They
-- are told in the order of the file; one line may have several.
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
  tracking_id text,
  -- What a row of Fee-Earnings is known by, which has no order id: written here while a file is staged.
  -- Marketplace, ASIN, and twelve hexadecimal digits of tracking id, seller, device and direct sale.
  fee_key text,
  -- Twelve hexadecimal digits of seller, device and direct sale alone.
  sale_key text,
  -- The id as the file has it, of a row that an admin said is an order item of its own.
  reported_id text,
  -- What came back of an order item of Folio's CSV is told row by row, beside what was bought: {"quantity", "cents",
  -- "status"} of the rows of a file that tell of the purchase, where there are any, and its "returns" as {"day",
  -- "pieces", "cents", "reversed"}. Null where the file tells of no return. The other columns say what the file alone
  -- comes to.
  returns jsonb,
  -- What a row told before those of its order item became one; null where that is what the item comes to.
  told_cents bigint,
  -- Folio's CSV may say when an item was shipped. `other_months`: what of an order is worth in other months than that
  -- of its day, as {"2026-08": -500} in cents; null for most. All else of it is of its own month, so that months
  -- always add up to what the order is worth (docs/product/ledger.md#earning-months).
  shipped_on date,
  other_months jsonb,
  price_cents bigint
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
  -- The file whose rows this one's of the day were paired with: the one before it by report_as_of, when it was merged.
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

-- Orders to look at in the next matching. A row of the queue is taken under the order's lock.
create table orders_to_match (
  order_item_id text primary key,
  -- The order's, so that the newest of those that wait are one index range.
  order_date date not null
);
create index orders_to_match_newest on orders_to_match (order_date desc, order_item_id desc);

-- The same for the next calculation.
create table orders_to_post (
  order_item_id text primary key
);

-- The identity of each row of Fee-Earnings, and the order item that it tells of. Rows of one day and key are told
-- apart by fee, pieces and a number among those that are equal in all of it; never by their place in the file.
create table fee_rows (
  -- Written by the statement that writes their observations, from the import's own row, and neither can be deleted: to
  -- look for both again took a tenth of a merge.
  observation_id uuid primary key,
  import_id uuid not null,
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
  -- Rows that stand are known by digits of their tracking id as it was written; what they would be in small letters is
  -- known once a file tells of the same tracking id, seller, device and direct sale (orders/imports/staged-sql.ts).
  key_as_written boolean not null default false,
  -- What a piece cost, where the file says it: a return is first of what cost as much.
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
-- which. They hold while the file counts on that day; a file that is paired with it has them as well.
create table fee_unpaired (
  import_id uuid not null references import_batches,
  day date not null,
  order_item_id text not null,
  -- When an admin accepted that.
  reviewed_at timestamptz,
  primary key (import_id, day, order_item_id)
);
create index fee_unpaired_open on fee_unpaired (order_item_id) where reviewed_at is null;

-- The ids that orders had before rows were told apart in this way, by the name that they would have now.
create table earlier_order_ids (
  name text primary key,
  order_item_id text not null unique
);

-- Observations of items that are some of the rows of an id (order_part_id()). What the newest report says of an id is
-- all there is of it: the items of another report, that tells of it in whole or in other parts, do not count beside
-- them.
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

-- Creators whose presses lie far from the others', for admins to look at; no sum depends on it
-- (docs/decisions/0034-contested-evidence.md).
-- A creator's presses of people on a UTC day with twenty or more, for four weeks: what days are compared by.
create table press_days (
  payee_id uuid not null references payees,
  day date not null,
  views integer not null check (views >= 0),
  presses integer not null check (presses > 0),
  networks integer not null check (networks > 0),
  -- Presses of the network with the most.
  largest integer not null,
  -- The most presses within 15 minutes, and how many networks they came from.
  burst integer not null,
  burst_networks integer not null check (burst_networks > 0),
  primary key (payee_id, day),
  check (largest between 1 and presses),
  check (burst between 1 and presses)
);
create index press_days_day on press_days (day);

-- Days that have been judged, so that each is once.
create table press_judgements (
  day date primary key,
  -- How many creators had such days by then.
  creators integer not null,
  judged_at timestamptz not null
);

-- What stands out of a creator, by the newest day on which it does, with the numbers it was judged by.
create table press_flags (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payees,
  measure text not null check (measure in ('presses_per_view', 'presses_per_network', 'largest_network', 'burst')),
  day date not null,
  value double precision not null,
  -- The median: of the other creators, of a burst the creator's own.
  usual double precision not null,
  -- More than this stands out.
  most double precision not null,
  creators integer not null,
  views integer not null,
  presses integer not null,
  networks integer not null,
  found_at timestamptz not null,
  -- Up to which day an admin has seen it: a newer one brings it up again.
  seen_day date,
  seen_at timestamptz,
  seen_by uuid references users on delete set null,
  unique (payee_id, measure),
  check ((seen_day is null) = (seen_at is null))
);
create index press_flags_newest on press_flags (found_at desc, id desc);
create index press_flags_open on press_flags (found_at desc, id desc) where seen_day is null or seen_day < day;
create index press_flags_seen_by on press_flags (seen_by) where seen_by is not null;

-- What became of an import's rows, so that each number of its count leads to them. Those in none of these changed
-- nothing. What an import does to orders that its file has no row of is listed as well; and of a row that is one with
-- another what it told, so that an import's rows sum up to its report.
create table import_rows (
  import_id uuid not null references import_batches,
  outcome text not null check (outcome in
    ('imported', 'updated', 'waiting_returns', 'combined', 'withdrawn', 'others_changed')),
  order_item_id text not null,
  -- Of a row that is one with another: which one it was. Of an order's own row the observation has it.
  line integer not null default 0 check (line >= 0),
  cents bigint,
  primary key (import_id, outcome, order_item_id, line)
);

-- A posted match that is final stays, whatever becomes known later; where that would give the order to another
-- creator, an admin sees both claims and decides (docs/decisions/0034-contested-evidence.md).
create table order_disagreements (
  order_item_id text primary key references amazon_orders,
  -- The order's, so that the newest are one index range.
  order_date date not null,
  -- Whose the order would be by all that is known, nobody's too, and by what.
  payee_id uuid references payees,
  product_id uuid references products,
  short_link_id text references short_links,
  confidence text not null,
  reason text not null,
  evidence jsonb not null,
  found_at timestamptz not null,
  check (case when payee_id is null then confidence = 'unknown' and product_id is null
    else confidence in ('high', 'medium') end)
);
create index order_disagreements_newest on order_disagreements (order_date desc, order_item_id desc);
create index order_disagreements_payee on order_disagreements (payee_id);
create index order_disagreements_product on order_disagreements (product_id) where product_id is not null;

-- Up to where visits that were written down late (index clicks_late) have been looked at: one row.
create table late_visits_mark (
  is_one boolean primary key default true check (is_one),
  seen_until timestamptz not null
);
insert into late_visits_mark (seen_until) values (now());

-- From which ship date Fee-Earnings pays in a marketplace: the newest row says it. Folio's CSV pays for what was
-- ordered before that day.
create table paying_dates (
  id bigint generated always as identity primary key,
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

-- What an admin said of an order of Folio's CSV and a row of Fee-Earnings that may be one sale. The newest word holds.
create table twin_decisions (
  id bigint generated always as identity primary key,
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

-- What became of each order in a matching or a calculation, so that each number of the run leads to its orders. No
-- foreign keys, which would be looked at for each of a million rows: neither runs nor orders are ever deleted.
-- `timed_out` are those that a matching could not decide on in the time that a statement may take.
create table run_orders (
  run_id uuid not null,
  outcome text not null check (outcome in ('high', 'medium', 'unknown', 'left_alone', 'timed_out', 'processed',
    'unchanged')),
  order_item_id text not null,
  primary key (run_id, outcome, order_item_id)
);

-- What orders are called, each title of an ASIN once: searched instead of a million orders that share a few thousand
-- titles (decision 26).
create table order_titles (
  asin text not null,
  title text not null,
  search_text text not null generated always as (search_form(title)) stored,
  primary key (asin, title)
);
create index order_titles_search on order_titles using gin (search_text gin_trgm_ops);

-- What an admin said of a return that an import of Folio's CSV tells: that it is the same as one that earlier reports
-- told with another amount or day, or, where `earlier` is null, another one (docs/decisions/0039). It holds while the
-- import stands. A return is named as reports tell it, and by its number among those of a file that are equal.
create table return_decisions (
  id bigint generated always as identity primary key,
  import_id uuid not null references import_batches,
  order_item_id text not null,
  later jsonb not null,
  later_number integer not null,
  earlier jsonb,
  earlier_number integer,
  actor_id uuid references users on delete set null,
  decided_at timestamptz not null,
  check ((earlier is null) = (earlier_number is null))
);
create index return_decisions_order on return_decisions (order_item_id);
create index return_decisions_import on return_decisions (import_id);
create index return_decisions_actor on return_decisions (actor_id) where actor_id is not null;
create trigger return_decisions_append_only before delete on return_decisions
  for each row execute function refuse_change();
create trigger return_decisions_unchanged
  before update of id, import_id, order_item_id, later, later_number, earlier, earlier_number, decided_at on return_decisions
  for each row execute function refuse_change();
create trigger return_decisions_keep before truncate on return_decisions
  for each statement execute function refuse_change();

-- A change of the ship date that an admin asks for, done by a run. What has to be confirmed first is told with it.
create table paying_date_changes (
  id uuid primary key default uuidv7(),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  starts_on date not null,
  confirmed jsonb not null,
  doubts jsonb,
  created_at timestamptz not null,
  given_up_at timestamptz
);
create index paying_date_changes_newest on paying_date_changes (created_at desc, id desc);

-- A step of the pipeline that an admin has asked for. One runs at a time, wherever it runs: whoever runs it holds a
-- lease that each committed step renews, so a run of a dead process is found, and one thought dead cannot go on.
create table order_runs (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('stage', 'merge', 'undo', 'match', 'calculate', 'turn_over')),
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
  -- False for runs of before this was kept: their numbers lead nowhere.
  orders_listed boolean not null default true,
  change_id uuid references paying_date_changes,
  check ((kind in ('stage', 'merge', 'undo')) = (import_id is not null)),
  check ((state = 'running') = (lease_token is not null)),
  check ((state in ('done', 'failed', 'stopped')) = (finished_at is not null)),
  check ((kind = 'turn_over') = (change_id is not null))
);
create unique index order_runs_one_running on order_runs ((true)) where state = 'running';
create index order_runs_open on order_runs (created_at, id) where state in ('waiting', 'running');
create index order_runs_newest on order_runs (created_at desc, id desc);
create index order_runs_import on order_runs (import_id) where import_id is not null;
create index order_runs_actor on order_runs (actor_id) where actor_id is not null;
create index order_runs_change on order_runs (change_id) where change_id is not null;
alter table posting_runs add foreign key (run_id) references order_runs;

-- What merging a staged import would do, a row of the file or an order each: every import that has a preview has a
-- copy of this table of its own, dropped with its staging table.
create table import_outcomes (
  outcome text not null check (outcome in
    ('imported', 'updated', 'unchanged', 'waiting_returns', 'combined', 'withdrawn', 'others_changed')),
  -- 0 of an order that the file has no row of.
  line integer not null check (line >= 0),
  order_item_id text not null,
  order_date date not null,
  asin text not null,
  product_title text not null,
  -- What the file's row tells.
  told_cents bigint,
  -- What the order would be; null where it would be withdrawn, or is none of its own.
  order_status text,
  commission_cents bigint,
  primary key (outcome, line, order_item_id)
);

-- Dollars for one unit of a currency in an earning month (docs/product/ledger.md#rates). A rate is a fact: a newer one
-- supersedes it, with a reason, and nothing changes or removes either.
create table exchange_rates (
  id uuid primary key default uuidv7(),
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  earning_month text not null check (earning_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  usd_per_unit numeric(20,10) not null check (usd_per_unit > 0),
  -- Where it was read, or the days whose mean it is.
  source text not null check (source <> ''),
  supersedes uuid,
  reason text check (reason <> ''),
  set_by uuid references users on delete set null,
  set_at timestamptz not null,
  unique (id, currency, earning_month),
  check ((supersedes is null) = (reason is null)),
  foreign key (supersedes, currency, earning_month) references exchange_rates (id, currency, earning_month)
);
-- One after the other: a month has one first rate, and each is superseded once.
create unique index exchange_rates_first on exchange_rates (currency, earning_month) where supersedes is null;
create unique index exchange_rates_next on exchange_rates (supersedes, currency, earning_month);
create index exchange_rates_by on exchange_rates (set_by);
create trigger exchange_rates_never_change
  before update of id, currency, earning_month, usd_per_unit, source, supersedes, reason, set_at
  on exchange_rates for each row execute function refuse_change();
create trigger exchange_rates_stay before delete on exchange_rates for each row execute function refuse_change();
create trigger exchange_rates_keep before truncate on exchange_rates
  for each statement execute function refuse_change();

-- What an admin answered where a return could be of several creators' purchases
-- (docs/product/reports.md#whose-return-is-this): this purchase, or nobody can know. The newest answer of a return
-- counts. It is by the return's own name, which is made of what the report says, so that the same report read again
-- finds it.
create table return_answers (
  id bigint generated always as identity primary key,
  return_id text not null,
  purchase_id text,
  reason text not null check (length(btrim(reason)) > 0),
  actor_id uuid references users on delete set null,
  answered_at timestamptz not null,
  check (purchase_id <> return_id)
);
create index return_answers_return on return_answers (return_id, id desc);
create index return_answers_actor on return_answers (actor_id) where actor_id is not null;
create trigger return_answers_append_only before delete on return_answers
  for each row execute function refuse_change();
create trigger return_answers_unchanged
  before update of id, return_id, purchase_id, reason, answered_at on return_answers
  for each row execute function refuse_change();
create trigger return_answers_keep before truncate on return_answers
  for each statement execute function refuse_change();

-- Purchases of Fee-Earnings that are another creator's than when returns took from them last. The next step that folds
-- orders folds theirs, and empties it.
create table returns_to_fold (
  order_item_id text primary key
);

-- What an admin said that a status means which Folio does not know (docs/product/reports.md#unknown-statuses): in one
-- case, with single spaces. The newest counts for files that are read from then on.
create table status_meanings (
  id bigint generated always as identity primary key,
  status text not null check (length(status) between 1 and 100),
  means text not null check (means in ('pending', 'shipped', 'cancelled', 'returned', 'left_out')),
  actor_id uuid references users on delete set null,
  said_at timestamptz not null
);
create index status_meanings_status on status_meanings (status, id desc);
create index status_meanings_actor on status_meanings (actor_id) where actor_id is not null;
create trigger status_meanings_append_only before delete on status_meanings
  for each row execute function refuse_change();
create trigger status_meanings_unchanged before update of id, status, means, said_at on status_meanings
  for each row execute function refuse_change();
create trigger status_meanings_keep before truncate on status_meanings
  for each statement execute function refuse_change();

-- Orders of Folio's CSV and rows of Fee-Earnings that are one sale, by the newest word of an admin.
create view same_sales as
  select folio_item_id, fee_item_id from twin_decisions d
  where is_same_sale and not exists (
    select from twin_decisions later
    where (later.folio_item_id, later.fee_item_id) = (d.folio_item_id, d.fee_item_id) and later.id > d.id);

-- The rates that hold.
create view current_rates as
  select id, currency, earning_month, usd_per_unit, source, reason, set_by, set_at
  from exchange_rates e where not exists (select from exchange_rates n where n.supersedes = e.id);

-- What the platform bears is worth less in the return's month, and nobody's: so that the month comes to what Amazon
-- pays.
create view order_months as
  select order_item_id, marketplace, to_char(coalesce(shipped_on, order_date), 'YYYY-MM') as earning_month,
    case when order_status = 'shipped' then commission_cents else 0 end - total_of_months(other_months) as commission_cents
  from amazon_orders
  where observation_id is not null and (order_status = 'shipped' or other_months is not null)
  union all
  select o.order_item_id, o.marketplace, m.key, m.value::bigint
  from amazon_orders o cross join lateral jsonb_each_text(o.other_months) m
  where o.observation_id is not null and o.other_months is not null
  union all
  select o.order_item_id, o.marketplace, to_char(o.shipped_on, 'YYYY-MM'), s.commission_cents
  from (select distinct return_id from return_answers) a
  join amazon_orders o on o.order_item_id = a.return_id
  join order_observations s on s.id = o.observation_id
  where is_borne(a.return_id) and s.commission_cents < 0 and o.other_months is null;

-- The answers that count.
create view current_return_answers as
  select distinct on (return_id) id, return_id, purchase_id, reason, actor_id, answered_at
  from return_answers order by return_id, id desc;

-- The returns of which an admin is asked: what they could be of is several creators', and nobody has answered; or the
-- purchase that somebody named is in no report any more.
create view asked_returns as
  select q.return_id
  from returns_of_several(array(
    select distinct f.fee_key from amazon_orders o join fee_rows f on f.order_item_id = o.order_item_id
    where o.waiting_return_cents > 0)) q
  join amazon_orders o on o.order_item_id = q.return_id
  where o.waiting_return_cents > 0 and not exists (select from return_answers a where a.return_id = q.return_id)
  union all
  select a.return_id
  from current_return_answers a join amazon_orders o on o.order_item_id = a.return_id
  where a.purchase_id is not null and o.waiting_return_cents > 0 and not exists (
    select from fee_rows p join import_days d on d.import_id = p.import_id and d.day = p.day and d.counts
    where p.order_item_id = a.purchase_id);
