-- Payees: the accounts of the ledger. They outlive people's accounts: deleting one severs the person from their ledger
-- rows.
create table payees (
  id uuid primary key default uuidv7(),
  user_id uuid unique references users on delete set null,
  created_at timestamptz not null
);
create trigger payees_stay before delete on payees for each row execute function refuse_change();
create trigger payees_keep_ids before update of id on payees
  for each row when (old.id <> new.id) execute function refuse_change();
create trigger payees_stay_with_their_person before update of user_id on payees
  for each row when (new.user_id is not null and new.user_id is distinct from old.user_id)
  execute function refuse_change();
alter table money_acts add foreign key (payee_id) references payees;
alter table products add foreign key (payee_id) references payees;

-- A product's earnings. The row begins with the product, so that nobody has to sum ledger rows by product.
create table earnings (
  product_id uuid primary key references products,
  earnings_cents bigint not null default 0
);

-- The rows of one calculation.
create table posting_runs (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- SHA-256 over the hashes of the run's rows in order, for the operator's own records.
  digest bytea check (length(digest) = 32),
  run_id uuid,
  entries bigint not null default 0
);
create unique index posting_runs_run on posting_runs (run_id) where run_id is not null;
create trigger posting_runs_stay before delete on posting_runs for each row execute function refuse_change();
create trigger posting_runs_keep_ids before update of id on posting_runs
  for each row when (old.id <> new.id) execute function refuse_change();

-- Append-only. A mistake is reversed by a new row; every row balances by itself. Its hash covers payee and sequence,
-- which are unique together. The foreign keys are not enforced: check_references() looks up what rows refer to.
create table earnings_ledger (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payees not enforced,
  -- Place in the payee's chain, set by the database.
  sequence bigint not null check (sequence > 0),
  order_item_id text,
  product_id uuid references products not enforced,
  -- Place among the rows of this order item and payee: a repeated posting collides instead of doubling.
  pair_sequence integer check (pair_sequence > 0),
  transaction_type text not null,
  gross_commission_cents bigint not null,
  platform_fee_cents bigint not null,
  user_amount_cents bigint not null,
  fee_bps integer check (fee_bps between 0 and 10000),
  available_on date not null,
  posting_run_id uuid references posting_runs not enforced,
  reason text check (reason <> ''),
  created_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  -- What the hash covers (ledger_row_hash()). Rows of version 1 keep no rule; those before version 3 name no month.
  hash_version smallint not null default 4 check (hash_version between 1 and 4),
  rule text check (rule <> ''),
  -- The part of the match's evidence that its creator may read.
  evidence jsonb,
  -- Without a foreign key, as between observations and imports; verify compares them.
  observation_id uuid,
  -- The month of a marketplace for which Amazon pays its order (docs/decisions/0114-earning-months.md); and the month
  -- with which the row counts as posted, if that is another: a return counts with its purchase, and posted rows stay so
  -- when a later report moves the order.
  marketplace text check (marketplace ~ '^[a-z]{2}$'),
  earning_month date check (extract(day from earning_month) = 1),
  counts_month date check (extract(day from counts_month) = 1),
  unique (order_item_id, payee_id, pair_sequence),
  unique (payee_id, sequence),
  constraint earnings_ledger_balances check (gross_commission_cents = platform_fee_cents + user_amount_cents),
  check ((pair_sequence = 1) = (transaction_type = 'commission')),
  constraint earnings_ledger_counts check (counts_month is null
    or hash_version >= 4 and counts_month <> earning_month and pair_sequence > 1),
  -- Each kind has one form. A reference, which the hash covers, says what the row was written for.
  constraint earnings_ledger_form check (case
    when transaction_type in ('commission', 'return', 'adjustment') then
      num_nulls(order_item_id, pair_sequence, fee_bps) = 0
    when num_nonnulls(order_item_id, pair_sequence, fee_bps, product_id, observation_id, marketplace) > 0
      or num_nulls(rule, evidence ->> 'reference', posting_run_id) > 0 then false
    when transaction_type = 'payout' then user_amount_cents < 0 and platform_fee_cents = 0
    when transaction_type = 'payout_reversal' then user_amount_cents > 0 and platform_fee_cents = 0
    else transaction_type = 'manual_adjustment' and gross_commission_cents = 0 and reason is not null end),
  constraint earnings_ledger_month check ((marketplace is null) = (earning_month is null)
    and (hash_version >= 3 or marketplace is null)),
  constraint earnings_ledger_not_empty check (gross_commission_cents <> 0 or user_amount_cents <> 0),
  constraint earnings_ledger_why check (hash_version > 1 or (rule is null and evidence is null
    and observation_id is null and reason is null))
);
create index earnings_ledger_newest on earnings_ledger (payee_id, created_at desc, id desc);
create index earnings_ledger_run on earnings_ledger (posting_run_id, id);
-- Each reference is in the ledger once, however often it is written.
create unique index earnings_ledger_reference on earnings_ledger (transaction_type, (evidence ->> 'reference'))
  where order_item_id is null;
-- The entries of a month, in order.
create index earnings_ledger_by_time on earnings_ledger (created_at, id);
create trigger earnings_ledger_append_only before update or delete on earnings_ledger
  for each row execute function refuse_change();
create trigger earnings_ledger_keep before truncate on earnings_ledger
  for each statement execute function refuse_change();

-- The sums of a payee's rows, by the quarter of an hour in which they were posted and the day from which they count as
-- posted: every time zone's days are whole quarters.
create table earnings_quarters (
  payee_id uuid not null,
  quarter timestamptz not null,
  available_on date not null,
  gross_commission_cents bigint not null,
  user_amount_cents bigint not null,
  commissions integer not null,
  entries integer not null,
  -- Each sum is for one month of one marketplace as well, since those rows count as posted together.
  marketplace text,
  earning_month date,
  -- Payouts, below zero, and returned payouts; they are no earnings, and in none of the other sums.
  paid_cents bigint not null default 0,
  constraint earnings_quarters_key unique nulls not distinct (payee_id, quarter, available_on, marketplace,
    earning_month)
);

-- A payee's earnings by product, by the quarter of an hour in which they were posted.
create table earnings_product_quarters (
  payee_id uuid not null,
  product_id uuid not null,
  quarter timestamptz not null,
  user_amount_cents bigint not null,
  primary key (payee_id, product_id, quarter) include (user_amount_cents)
);

-- Facts beside the ledger: since when an order's rows of a payee are under review, and when that ended. Holds and
-- releases alternate, a hold first, so an odd last place means that it is under review.
create table earnings_holds (
  order_item_id text not null,
  payee_id uuid not null references payees,
  place integer not null check (place > 0),
  -- The reason for the hold, or for its release.
  reason text not null check (reason in ('several_creators', 'own_purchase')),
  -- The reports' day.
  on_day date not null,
  created_at timestamptz not null,
  primary key (order_item_id, payee_id, place)
);
create index earnings_holds_payee on earnings_holds (payee_id, order_item_id);
create trigger earnings_holds_append_only before update or delete on earnings_holds
  for each row execute function refuse_change();
create trigger earnings_holds_keep before truncate on earnings_holds
  for each statement execute function refuse_change();

-- A payee's earnings by each order, and what its rows add up to (docs/decisions/0027-ledger.md). Sums of the ledger
-- have no foreign keys: only its triggers write them, from rows that refer to the same orders, payees and products, and
-- that nobody can remove. Checking each again took a quarter of the time of appending rows
-- (docs/decisions/0025-matching.md).
create table earnings_orders (
  order_item_id text not null,
  payee_id uuid not null,
  order_date date not null,
  -- When its first row was written, and that row's place in the payee's chain.
  posted_at timestamptz not null,
  first_sequence bigint not null,
  -- That of its last row. Rows of another product add up to zero: before an order moves, its rows are taken back.
  product_id uuid,
  gross_commission_cents bigint not null,
  user_amount_cents bigint not null,
  primary key (order_item_id, payee_id)
);
-- A page of a creator's orders by day, or by posting; the second also counts products' orders of a time.
create index earnings_orders_day on earnings_orders (payee_id, order_date desc, first_sequence desc);
create index earnings_orders_posted on earnings_orders (payee_id, posted_at desc, first_sequence desc)
  include (product_id, gross_commission_cents);
create index earnings_orders_product on earnings_orders (product_id, order_date desc, first_sequence desc);

-- Since which month months count as posted by the calendar, or by what Amazon has paid
-- (docs/decisions/0114-earning-months.md). A change applies to months that have not begun, of which nothing is posted.
-- The latest rule for a month counts; before the first one it is the calendar.
create table release_rules (
  id bigint generated always as identity primary key,
  from_month date not null check (extract(day from from_month) = 1),
  rule text not null check (rule in ('calendar', 'receipt')),
  -- The reports' day.
  noticed_on date not null,
  noticed_at timestamptz not null,
  check (from_month > noticed_on)
);
create trigger release_rules_append_only before update or delete on release_rules
  for each row execute function refuse_change();
create trigger release_rules_keep before truncate on release_rules
  for each statement execute function refuse_change();

-- The day from which a month of a marketplace counts as posted, and the facts known then. Never taken back: posted rows
-- stay posted, even if a receipt is reversed or a later report adds to the month.
create table month_releases (
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  earning_month date not null check (extract(day from earning_month) = 1),
  released_on date not null,
  how text not null check (how in ('paid_in_full', 'orders_held', 'platform')),
  reported_cents bigint not null,
  received_cents bigint not null,
  reason text check (reason <> ''),
  released_by uuid references users on delete set null,
  released_at timestamptz not null,
  -- A release is an entry like the others.
  id uuid not null default uuidv7() unique,
  -- A release's amounts are in the month's currency.
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  -- A month that was released because Amazon has paid all of it is released by no admin.
  by_itself boolean not null default false,
  primary key (marketplace, earning_month),
  check (released_on > earning_month),
  check (how = 'paid_in_full' or reason is not null),
  check ((how = 'paid_in_full') = (received_cents >= reported_cents)),
  check (not by_itself or (how = 'paid_in_full' and released_by is null))
);
create index month_releases_by on month_releases (released_by);
create trigger month_releases_never_change
  before update of marketplace, earning_month, released_on, how, reported_cents, received_cents, reason, released_at
  on month_releases for each row execute function refuse_change();
create trigger month_releases_stay before delete on month_releases for each row execute function refuse_change();
create trigger month_releases_keep before truncate on month_releases
  for each statement execute function refuse_change();
create trigger month_releases_currency_never_changes before update of currency on month_releases
  for each row execute function refuse_change();
create trigger month_releases_by_itself_stays before update of by_itself on month_releases
  for each row execute function refuse_change();

-- One log of all rows of the ledger, of every payee (docs/decisions/0083-a-log-of-the-ledger.md): a Merkle tree as in
-- RFC 9162. Its leaves are the rows' hashes in the order in which posting runs were sealed.
create table ledger_log (
  position bigint primary key check (position >= 0),
  -- A row is in the log once. No foreign key: rows are never deleted, and only their own table adds them to the log.
  entry_id uuid not null unique,
  hash bytea not null check (length(hash) = 32)
);
create trigger ledger_log_append_only before update or delete on ledger_log
  for each row execute function refuse_change();
create trigger ledger_log_keep before truncate on ledger_log for each statement execute function refuse_change();

-- The tree above the leaves: each node of two complete halves, so that a root and a proof read few of them. It covers
-- 2^level leaves from place * 2^level on.
create table ledger_log_nodes (
  level integer not null check (level > 0),
  place bigint not null check (place >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, place)
);
create trigger ledger_log_nodes_append_only before update or delete on ledger_log_nodes
  for each row execute function refuse_change();
create trigger ledger_log_nodes_keep before truncate on ledger_log_nodes
  for each statement execute function refuse_change();

-- The log's size and root at a moment, signed with a key that no database holds. `body` is the signed text.
create table ledger_checkpoints (
  size bigint primary key check (size > 0),
  root bytea not null check (length(root) = 32),
  signed_at timestamptz not null,
  body text not null,
  public_key bytea not null check (length(public_key) = 32),
  signature bytea not null check (length(signature) = 64)
);
create trigger ledger_checkpoints_append_only before update or delete on ledger_checkpoints
  for each row execute function refuse_change();
create trigger ledger_checkpoints_keep before truncate on ledger_checkpoints
  for each statement execute function refuse_change();

-- The witnesses of LEDGER_WITNESSES, which get checkpoints (docs/decisions/0083-a-log-of-the-ledger.md): the last
-- checkpoint that each has accepted, and why the last attempt failed.
create table ledger_witnesses (
  address text primary key,
  size bigint not null default 0 check (size >= 0),
  told_at timestamptz,
  failed_since timestamptz,
  failure text,
  check ((failed_since is null) = (failure is null))
);

-- Admins who want the newest checkpoint by mail, and when they last got one: the mails are in nobody's database.
create table checkpoint_mails (
  user_id uuid primary key references users on delete cascade,
  mailed_size bigint not null default 0 check (mailed_size >= 0),
  mailed_at timestamptz
);

-- Whose a payee is, for good (docs/decisions/0083-a-log-of-the-ledger.md): a person's from its first moment, nobody's
-- once that person has left, and then, for the remaining balance, that of the payee that claims it. Each of these is a
-- tie, which becomes a leaf of the ledger's log.
create table payee_ties (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payees,
  kind text not null check (kind in ('person', 'nobody', 'claimed')),
  -- SHA-256 of payee and person, with a salt that is deleted with the account.
  commitment bytea check (length(commitment) = 32),
  claimed_by uuid references payees,
  made_at timestamptz not null,
  hash bytea not null check (length(hash) = 32),
  -- Each happens to a payee once.
  unique (payee_id, kind),
  check ((kind = 'person') = (commitment is not null)),
  check ((kind = 'claimed') = (claimed_by is not null))
);
create trigger payee_ties_append_only before update or delete on payee_ties
  for each row execute function refuse_change();
create trigger payee_ties_keep before truncate on payee_ties for each statement execute function refuse_change();

-- Opens the commitment, as long as the account exists.
create table payee_tie_salts (
  user_id uuid primary key references users on delete cascade,
  payee_id uuid not null unique references payees,
  salt bytea not null check (length(salt) = 32)
);

-- Ties that the log does not have yet.
create table payee_ties_to_log (
  tie_id uuid primary key references payee_ties
);

-- The platform's fee rate, and its first day: for everybody, or for one payee, whose own rate comes first
-- (docs/decisions/0116-fees-with-a-day.md). An order's rate is that of its day, frozen with its first ledger row.
create table platform_fees (
  id uuid primary key default uuidv7(),
  payee_id uuid references payees,
  -- In hundredths of a percent. Null ends a payee's own rate: from then on everybody's applies.
  fee_bps integer check (fee_bps between 0 and 10000),
  -- Null for the first one, which comes from the settings and always counted.
  from_day date,
  -- The reports' day on which it was set: never backwards.
  set_on date,
  set_by uuid references users on delete set null,
  set_at timestamptz not null,
  reason text check (reason <> ''),
  taken_back_on date,
  taken_back_by uuid references users on delete set null,
  taken_back_at timestamptz,
  check (fee_bps is not null or payee_id is not null),
  check (num_nulls(from_day, set_on, reason) in (0, 3) and (from_day is not null or payee_id is null)),
  check (num_nulls(taken_back_on, taken_back_at) <> 1 and (taken_back_at is not null or taken_back_by is null)),
  constraint platform_fees_never_backwards check (from_day > set_on),
  -- A rate that has begun stays.
  constraint platform_fees_taken_back_before check (taken_back_on < from_day)
);
create unique index platform_fees_day on platform_fees (payee_id, from_day) nulls not distinct
  where taken_back_at is null;
create index platform_fees_newest on platform_fees (set_at desc, id desc);
create index platform_fees_payee on platform_fees (payee_id);
create index platform_fees_set_by on platform_fees (set_by);
create index platform_fees_taken_back_by on platform_fees (taken_back_by);
create trigger platform_fees_never_change
  before update of id, payee_id, fee_bps, from_day, set_on, set_at, reason on platform_fees
  for each row execute function refuse_change();
create trigger platform_fees_taken_back_once before update of taken_back_on, taken_back_at on platform_fees
  for each row when (old.taken_back_at is not null) execute function refuse_change();
create trigger platform_fees_stay before delete on platform_fees for each row execute function refuse_change();
create trigger platform_fees_keep before truncate on platform_fees
  for each statement execute function refuse_change();

-- The time zone in which months and years of statements and payouts begin (docs/product/earnings.md#statements): that
-- of the reports, from the month after the one in which it was first known. A change applies to months that have not
-- begun, so no statement moves. The latest row for a month counts; before the first one it is UTC.
create table calendar_zones (
  id bigint generated always as identity primary key,
  from_month date not null check (extract(day from from_month) = 1),
  zone text not null,
  -- The first moment of that month in this zone, even if the zone's rules change later.
  begins_at timestamptz not null,
  noticed_at timestamptz not null,
  constraint calendar_zones_ahead check (begins_at > noticed_at)
);
create trigger calendar_zones_append_only before update or delete on calendar_zones
  for each row execute function refuse_change();
create trigger calendar_zones_keep before truncate on calendar_zones
  for each statement execute function refuse_change();

-- Payees whose person has left, by number: admins find the remaining balance by it
-- (docs/decisions/0088-leaving-with-money.md). Nothing here says who they were.
create table former_payees (
  payee_id uuid primary key references payees,
  number bigint generated always as identity unique,
  left_at timestamptz not null
);
create trigger former_payees_append_only before update or delete on former_payees
  for each row execute function refuse_change();
create trigger former_payees_keep before truncate on former_payees for each statement execute function refuse_change();
