-- Adds up months of many orders, as add_months() adds those of two.
create aggregate sum_months(jsonb) (sfunc = add_months, stype = jsonb, parallel = safe);

-- How many orders the current merge has done. A sequence, since others see its value while the merge's one transaction
-- lasts; there is one merge at a time.
create sequence orders_merged minvalue 0 start 0;

-- The folded state of each order item.
create table amazon_orders (
  order_item_id text primary key,
  -- Null if all of them have been undone or replaced: such an order owes nothing.
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
  -- In a file that has our sub tags, rows without one were bought through other links.
  file_has_own_sub_tags boolean not null default false,
  -- Set for Fee-Earnings, whose rows say when an item was shipped; its order_date is then that day, or the one in
  -- Fee-Orders.
  shipped_on date,
  created_at timestamptz not null default now(),
  -- Why nothing more is posted for an order until an admin has looked at it.
  review_reason text check (review_reason = 'restated_ambiguously'),
  -- The part of a return of Fee-Earnings that has found no purchase yet.
  waiting_return_cents bigint not null default 0 check (waiting_return_cents >= 0),
  -- For a return of Fee-Earnings that found nothing in its own reports: the order of Folio's CSV that it takes from.
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
-- The list of orders that no report has any more, the newest first.
create index amazon_orders_withdrawn on amazon_orders (order_date desc, order_item_id desc)
  where observation_id is null;
create index amazon_orders_tracking on amazon_orders (lower(tracking_id), order_date) where tracking_id is not null;
create index amazon_orders_other_months on amazon_orders (order_item_id) where other_months is not null;
-- Finds orders that wait for a rate, by their currency.
create index amazon_orders_converted on amazon_orders (currency) where currency <> 'USD';
create index amazon_orders_worth on amazon_orders (in_hundredths(commission_cents, currency) desc, order_item_id desc);
create trigger amazon_orders_kept before delete on amazon_orders
  for each row execute function refuse_change();
create trigger amazon_orders_keep_ids before update of order_item_id on amazon_orders
  for each row when (old.order_item_id <> new.order_item_id) execute function refuse_change();
alter table earnings_ledger add foreign key (order_item_id) references amazon_orders not enforced;
alter table earnings_holds add foreign key (order_item_id) references amazon_orders;

-- The creator of an order, why, and on what evidence. `unknown` belongs to nobody. check_references() looks up what it
-- refers to.
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
  -- Includes the order's date, so that a state's newest orders are one index range.
  order_date date not null,
  -- Set if an admin decided: the matcher leaves it alone.
  is_held boolean not null default false,
  -- An admin's words to the creator of an order that was assigned by hand. `reason` is for other admins alone.
  note_to_creator text check (length(btrim(note_to_creator)) between 1 and 500),
  -- Contested orders and possible purchases by the creator are under review: an admin decides before any of it is
  -- payable (docs/decisions/0034-contested-evidence.md).
  review text check (review in ('several_creators', 'own_purchase')),
  -- Until the order's date is over, its match is provisional: each matching decides it anew, so that the times of runs
  -- change nothing (docs/decisions/0025-matching.md). An admin's decision is final at once.
  is_provisional boolean not null default false,
  -- The evidence when an admin decided, as {payee_id, evidence}: the same evidence later is no news to them.
  judged jsonb,
  -- An admin decided before the date of the order was over: the first matching after that checks it once more.
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
-- What a matching checks besides the queue.
create index order_matches_provisional on order_matches (order_item_id) where is_provisional;
create index order_matches_look_again on order_matches (looked_at_again_from) where looked_at_again_from is not null;

-- The creator of an Associates tracking id, and since when. One at a time.
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
-- A tracking id is the same in any case: when its creator is looked up, in the key of rows of Fee-Earnings, and when
-- Fee-Orders say when something was ordered.
create index tracking_ids_in_any_case on tracking_ids (lower(tag), marketplace);

-- Orders for the next matching. A row of the queue is taken under the order's lock.
create table orders_to_match (
  order_item_id text primary key,
  -- The order's date, so that the newest waiting ones are one index range.
  order_date date not null
);
create index orders_to_match_newest on orders_to_match (order_date desc, order_item_id desc);

-- The same for the next calculation.
create table orders_to_post (
  order_item_id text primary key
);

-- Creators whose presses differ much from the others', for admins to look at; no sum depends on it
-- (docs/decisions/0034-contested-evidence.md). A creator's presses of people on a UTC day with twenty or more, kept for
-- four weeks: days are compared by them.
create table press_days (
  payee_id uuid not null references payees,
  day date not null,
  views integer not null check (views >= 0),
  presses integer not null check (presses > 0),
  networks integer not null check (networks > 0),
  -- Presses of the network with the most.
  largest integer not null,
  -- The maximum of presses within 15 minutes, and how many networks they came from.
  burst integer not null,
  burst_networks integer not null check (burst_networks > 0),
  primary key (payee_id, day),
  check (largest between 1 and presses),
  check (burst between 1 and presses)
);
create index press_days_day on press_days (day);

-- Days that have been judged; each is judged once.
create table press_judgements (
  day date primary key,
  -- How many creators had such days by then.
  creators integer not null,
  judged_at timestamptz not null
);

-- The unusual figures of a creator, by the newest day that has them, with the numbers that they were judged by.
create table press_flags (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payees,
  measure text not null check (measure in ('presses_per_view', 'presses_per_network', 'largest_network', 'burst')),
  day date not null,
  value double precision not null,
  -- The median: of the other creators, or, for a burst, the creator's own.
  usual double precision not null,
  -- More than this is unusual.
  most double precision not null,
  creators integer not null,
  views integer not null,
  presses integer not null,
  networks integer not null,
  found_at timestamptz not null,
  -- Up to which day an admin has seen it: a newer one shows it again.
  seen_day date,
  seen_at timestamptz,
  seen_by uuid references users on delete set null,
  unique (payee_id, measure),
  check ((seen_day is null) = (seen_at is null))
);
create index press_flags_newest on press_flags (found_at desc, id desc);
create index press_flags_open on press_flags (found_at desc, id desc) where seen_day is null or seen_day < day;
create index press_flags_seen_by on press_flags (seen_by) where seen_by is not null;

-- A posted final match stays, even if facts become known later; if these would give the order to another creator, an
-- admin sees both claims and decides (docs/decisions/0034-contested-evidence.md).
create table order_disagreements (
  order_item_id text primary key references amazon_orders,
  -- The order's date, so that the newest are one index range.
  order_date date not null,
  -- The payee by all known evidence, possibly nobody, and that evidence.
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

-- Up to where late visits (index clicks_late) have been checked: one row.
create table late_visits_mark (
  is_one boolean primary key default true check (is_one),
  seen_until timestamptz not null
);
insert into late_visits_mark (seen_until) values (now());

-- The outcome of each order in a matching or a calculation, so that each number of the run leads to its orders. No
-- foreign keys, which would be checked for each of a million rows: neither runs nor orders are ever deleted.
-- `timed_out` are orders that a matching could not decide in the time that a statement may take.
create table run_orders (
  run_id uuid not null,
  outcome text not null check (outcome in ('high', 'medium', 'unknown', 'left_alone', 'timed_out', 'processed',
    'unchanged')),
  order_item_id text not null,
  primary key (run_id, outcome, order_item_id)
);

-- The titles of orders, each title of an ASIN once: searched instead of a million orders that share a few thousand
-- titles (decision 26).
create table order_titles (
  asin text not null,
  title text not null,
  search_text text not null generated always as (search_form(title)) stored,
  primary key (asin, title)
);
create index order_titles_search on order_titles using gin (search_text gin_trgm_ops);

-- A step of the pipeline that an admin has requested. One runs at a time, in any process: its process holds a lease
-- that each committed step renews, so a dead process is noticed, and a process thought dead cannot go on.
create table order_runs (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('stage', 'merge', 'undo', 'match', 'calculate', 'turn_over')),
  import_id uuid references import_batches,
  actor_id uuid references users on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'stopped')),
  stop_requested_at timestamptz,
  -- Rows done, of how many; each kind decides what it counts.
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
  -- False for runs from before this was kept: their numbers lead nowhere.
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

-- Purchases of Fee-Earnings whose creator has changed since returns last took from them. The next step that folds
-- orders folds theirs, and empties it.
create table returns_to_fold (
  order_item_id text primary key
);

-- An amount that the platform bears counts in the return's month, as nobody's, so that the month adds up to what Amazon
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

-- The returns that an admin is asked about: they could be of several creators' purchases, and nobody has answered; or
-- the purchase that somebody named is in no report any more.
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
