-- A creator's payout details, encrypted with a key that the database does not have
-- (docs/decisions/0081-payout-runs.md). A payee has at most two: those that count, and those that will from
-- `counts_from` on. Rows are only added, and have the database's time, whatever the caller says. Their contents are
-- erased once they are of no use.
create table payout_details (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payees,
  method text not null check (method in ('paypal', 'wise', 'other')),
  -- Account, legal name and country: bound to the payee, so that they cannot be read in another's row.
  sealed bytea,
  -- Identifies the key that encrypted it, so that rows of a lost key can be recognised.
  key_mark bytea not null check (length(key_mark) = 8),
  -- The same for the same account of any payee: it shows that two payees are paid at one account.
  account_mark bytea check (length(account_mark) = 32),
  counts_from timestamptz not null,
  created_at timestamptz not null,
  check (counts_from > created_at),
  constraint payout_details_erased check ((sealed is null) = (account_mark is null))
);
create index payout_details_payee on payout_details (payee_id, counts_from);
create index payout_details_account on payout_details (account_mark);
create trigger payout_details_never_change
  before update of id, payee_id, method, key_mark, counts_from, created_at on payout_details
  for each row execute function refuse_change();
create trigger payout_details_only_go before update of sealed, account_mark on payout_details
  for each row when (new.sealed is not null) execute function refuse_change();
create trigger payout_details_stay before delete on payout_details for each row execute function refuse_change();
create trigger payout_details_keep before truncate on payout_details
  for each statement execute function refuse_change();

-- Posted money that is not paid out for now: all of a payee, an order or a month. The creator reads why. A hold ends
-- once (docs/decisions/0081-payout-runs.md).
create table payout_holds (
  id uuid primary key default uuidv7(),
  payee_id uuid references payees,
  order_item_id text references amazon_orders,
  marketplace text check (marketplace ~ '^[a-z]{2}$'),
  earning_month date check (extract(day from earning_month) = 1),
  reason text not null check (reason <> ''),
  set_by uuid references users on delete set null,
  set_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references users on delete set null,
  end_reason text check (end_reason <> ''),
  -- Amounts release a month (docs/decisions/0114-earning-months.md): in a released month, orders that Amazon has not
  -- paid are held, and released by themselves once it has. Such a hold is of its own kind: it names the month for which
  -- the order's money is missing, and holds only what counts with that month.
  unpaid_marketplace text check (unpaid_marketplace ~ '^[a-z]{2}$'),
  unpaid_month date check (extract(day from unpaid_month) = 1),
  -- The part that the platform bears, if an admin decided so: in the smallest unit of the month's currency.
  borne bigint check (borne > 0),
  borne_currency text check (borne_currency ~ '^[A-Z]{3}$'),
  check (num_nonnulls(payee_id, order_item_id, earning_month) = 1
    and (marketplace is null) = (earning_month is null)),
  check ((ended_at is null) = (end_reason is null) and (ended_at is not null or ended_by is null)),
  check ((unpaid_marketplace is null) = (unpaid_month is null)),
  check (unpaid_month is null or order_item_id is not null),
  check ((borne is null) = (borne_currency is null)
    and (borne is null or (unpaid_month is not null and ended_at is not null)))
);
create unique index payout_holds_payee on payout_holds (payee_id) where ended_at is null and payee_id is not null;
create unique index payout_holds_month on payout_holds (marketplace, earning_month)
  where ended_at is null and earning_month is not null;
create index payout_holds_newest on payout_holds (set_at desc, id desc);
create index payout_holds_set_by on payout_holds (set_by);
create index payout_holds_ended_by on payout_holds (ended_by);
-- An order may be held by an admin and for each month that Amazon has not paid, each once at a time.
create unique index payout_holds_order on payout_holds (order_item_id, unpaid_marketplace, unpaid_month)
  nulls not distinct where ended_at is null and order_item_id is not null;
create index payout_holds_unpaid on payout_holds (unpaid_marketplace, unpaid_month) where unpaid_month is not null;
-- Those that still wait for Amazon, and since when.
create index payout_holds_waiting on payout_holds (set_at, id) where unpaid_month is not null and ended_at is null;
create trigger payout_holds_never_change
  before update of id, payee_id, order_item_id, marketplace, earning_month, reason, set_at on payout_holds
  for each row execute function refuse_change();
create trigger payout_holds_end_once before update of ended_at, end_reason on payout_holds
  for each row when (old.ended_at is not null) execute function refuse_change();
create trigger payout_holds_stay before delete on payout_holds for each row execute function refuse_change();
create trigger payout_holds_keep before truncate on payout_holds for each statement execute function refuse_change();
create trigger payout_holds_unpaid_stays before update of unpaid_marketplace, unpaid_month on payout_holds
  for each row execute function refuse_change();
create trigger payout_holds_borne_once before update of borne, borne_currency on payout_holds
  for each row when (old.ended_at is not null) execute function refuse_change();

-- Payout runs (docs/decisions/0081-payout-runs.md): a draft freezes who is paid how much and where; approving it writes
-- the payouts to the ledger. Afterwards only the progress of a run may change.
create table payout_runs (
  id uuid primary key default uuidv7(),
  number integer not null unique check (number > 0),
  state text not null default 'draft' check (state in ('draft', 'approved', 'discarded')),
  total_cents bigint not null check (total_cents > 0),
  drafted_by uuid references users on delete set null,
  drafted_at timestamptz not null,
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  check ((state = 'draft') = (decided_at is null))
);
-- The available balance counts for one draft alone.
create unique index payout_runs_one_draft on payout_runs (state) where state = 'draft';
create index payout_runs_drafted_by on payout_runs (drafted_by);
create index payout_runs_decided_by on payout_runs (decided_by);
create trigger payout_runs_never_change before update of id, number, total_cents, drafted_at on payout_runs
  for each row execute function refuse_change();
create trigger payout_runs_decided_once before update of state, decided_at on payout_runs
  for each row when (old.state <> 'draft') execute function refuse_change();
create trigger payout_runs_stay before delete on payout_runs for each row execute function refuse_change();
create trigger payout_runs_keep before truncate on payout_runs for each statement execute function refuse_change();
alter table money_acts add foreign key (listed_in) references payout_runs;

-- Who is paid in a run, how much and where. A payee is paid once a run.
create table payout_lines (
  id uuid primary key default uuidv7(),
  run_id uuid not null references payout_runs,
  place integer not null check (place > 0),
  payee_id uuid not null references payees,
  amount_cents bigint not null check (amount_cents > 0),
  -- The details at that time, which outlive those of the account: books have to say where money went.
  details_id uuid not null,
  method text not null check (method in ('paypal', 'wise', 'other')),
  sealed bytea not null,
  key_mark bytea not null,
  state text not null default 'draft' check (state in ('draft', 'approved', 'sent', 'paid', 'failed', 'returned',
    'cancelling', 'cancelled')),
  state_at timestamptz not null,
  -- The reason for its state, which the creator reads, and the provider's name for the payment.
  reason text check (length(reason) between 1 and 500),
  provider_reference text check (length(provider_reference) between 1 and 100),
  -- The last row of its payee's ledger when the payout was drafted, which shows what the payout covers
  -- (docs/decisions/0081-payout-runs.md). Older drafts do not have it, and go by their time.
  through_sequence bigint check (through_sequence > 0),
  -- A payout that its own payee approved, since there was no other admin.
  is_own boolean not null default false,
  -- The payout's name in providers' files (decision 81): new ones contain characters that nobody guesses or types by
  -- mistake.
  reference text not null,
  -- A payout is cancelled freely before a file with it was downloaded. Afterwards it leaves the file, and is
  -- 'cancelling' until an admin has seen that it was not paid (decision 81). This is when a file with it was first
  -- downloaded.
  handed_at timestamptz,
  -- Set if an admin saw that it was not paid.
  seen_unpaid text check (length(seen_unpaid) between 1 and 500),
  -- A payout that has left its file never comes back into it, whatever a provider says later; and failed or returned
  -- payouts leave it as cancelled ones do, since their money is in a balance again (decision 81).
  left_file_at timestamptz,
  constraint payout_lines_reference unique (reference),
  unique (run_id, payee_id),
  unique (run_id, place),
  constraint payout_lines_left_file check (left_file_at is not null
    or state not in ('cancelling', 'cancelled', 'failed', 'returned')),
  -- PayPal and Wise take 30 characters.
  constraint payout_lines_reference_form check (reference ~ '^F[0-9]+-[0-9]+(-[2-9A-Z]{4})?$'
    and length(reference) <= 30),
  constraint payout_lines_seen_unpaid check (state <> 'cancelled' or handed_at is null or seen_unpaid is not null)
);
create index payout_lines_payee on payout_lines (payee_id, id desc);
create trigger payout_lines_never_change
  before update of id, run_id, place, payee_id, amount_cents, details_id, method, sealed, key_mark on payout_lines
  for each row execute function refuse_change();
create trigger payout_lines_keep before truncate on payout_lines for each statement execute function refuse_change();
create trigger payout_lines_through before update of through_sequence on payout_lines
  for each row execute function refuse_change();
create trigger payout_lines_own_when_approved before update of is_own on payout_lines
  for each row when (old.state <> 'draft' and old.is_own is distinct from new.is_own) execute function refuse_change();
create trigger payout_lines_reference_stays before update of reference on payout_lines
  for each row execute function refuse_change();
create trigger payout_lines_handed_once before update of handed_at on payout_lines
  for each row when (old.handed_at is not null and old.handed_at is distinct from new.handed_at)
  execute function refuse_change();
create trigger payout_lines_left_once before update of left_file_at on payout_lines
  for each row execute function refuse_change();

-- The files for a provider, encrypted, byte for byte as long as the run exists.
create table payout_files (
  id uuid primary key default uuidv7(),
  run_id uuid not null references payout_runs,
  kind text not null check (kind in ('paypal', 'wise', 'csv')),
  part integer not null check (part > 0),
  name text not null,
  rows integer not null check (rows > 0),
  sealed bytea not null,
  key_mark bytea not null,
  sha256 bytea not null check (length(sha256) = 32),
  -- A file is made anew without cancelled payouts; earlier editions stay.
  edition integer not null default 1 check (edition > 0),
  constraint payout_files_edition unique (run_id, kind, part, edition)
);
create trigger payout_files_never_change before update or delete on payout_files
  for each row execute function refuse_change();
create trigger payout_files_keep before truncate on payout_files for each statement execute function refuse_change();

-- Providers pay twice if a file is sent twice, so each download is recorded.
create table payout_file_fetches (
  id uuid primary key default uuidv7(),
  file_id uuid not null references payout_files,
  fetched_by uuid references users on delete set null,
  fetched_at timestamptz not null
);
create index payout_file_fetches_file on payout_file_fetches (file_id);
create index payout_file_fetches_by on payout_file_fetches (fetched_by);
create trigger payout_file_fetches_stay before delete on payout_file_fetches
  for each row execute function refuse_change();

-- Payments that are sent to a provider by its API (docs/decisions/0081-payout-runs.md).
create table payout_batches (
  id uuid primary key default uuidv7(),
  run_id uuid not null references payout_runs,
  -- Its name at the provider: sent again under the same name it is no second one.
  name text not null unique check (length(name) between 1 and 30),
  state text not null default 'sending' check (state in ('sending', 'sent', 'settled', 'refused', 'lost')),
  -- An attempt was never answered, so the provider may have it.
  is_unanswered boolean not null default false,
  provider_reference text check (length(provider_reference) between 1 and 100),
  sent_at timestamptz,
  problem text check (problem <> ''),
  requested_by uuid references users on delete set null,
  requested_at timestamptz not null,
  check ((state in ('sent', 'settled')) = (provider_reference is not null and sent_at is not null)),
  -- A refusal is believed only if no other attempt may have been accepted.
  check (not (is_unanswered and state in ('sent', 'settled', 'refused')))
);
create index payout_batches_run on payout_batches (run_id);
create index payout_batches_requested_by on payout_batches (requested_by);
create trigger payout_batches_never_change before update of id, run_id, name, requested_at on payout_batches
  for each row execute function refuse_change();
create trigger payout_batches_known before update of provider_reference, sent_at on payout_batches
  for each row when (old.provider_reference is not null) execute function refuse_change();
create trigger payout_batches_ended before update of state on payout_batches
  for each row when (old.state in ('settled', 'refused', 'lost') or (old.state = 'sent' and new.state not in ('sent', 'settled')))
  execute function refuse_change();
create trigger payout_batches_stay before delete on payout_batches for each row execute function refuse_change();
create trigger payout_batches_keep before truncate on payout_batches for each statement execute function refuse_change();

-- A line is in one batch, ever.
create table payout_batch_lines (
  line_id uuid primary key references payout_lines,
  batch_id uuid not null references payout_batches
);
create index payout_batch_lines_batch on payout_batch_lines (batch_id);
create trigger payout_batch_lines_append_only before update or delete on payout_batch_lines
  for each row execute function refuse_change();
create trigger payout_batch_lines_keep before truncate on payout_batch_lines
  for each statement execute function refuse_change();

-- Withdrawals of details before they counted; replacing details withdraws nothing.
create table taken_back_details (
  details_id uuid primary key references payout_details,
  taken_back_at timestamptz not null
);
create trigger taken_back_details_append_only before update or delete on taken_back_details
  for each row execute function refuse_change();
create trigger taken_back_details_keep before truncate on taken_back_details
  for each statement execute function refuse_change();

-- How much of a payout was paid, by an admin's answer, if its provider reports something else.
create table payout_answers (
  id uuid primary key default uuidv7(),
  line_id uuid not null references payout_lines,
  -- In total, whatever had been booked before.
  paid_cents bigint not null check (paid_cents >= 0),
  -- The ledger's amount under this answer: above zero if more was paid than the ledger said, below zero if less.
  booked_cents bigint not null,
  note text not null check (length(note) between 1 and 500),
  answered_by uuid references users on delete set null,
  answered_at timestamptz not null
);
create index payout_answers_line on payout_answers (line_id);
create index payout_answers_answered_by on payout_answers (answered_by);
create trigger payout_answers_never_change before update of id, line_id, paid_cents, booked_cents, note, answered_at
  on payout_answers for each row execute function refuse_change();
create trigger payout_answers_stay before delete on payout_answers for each row execute function refuse_change();
create trigger payout_answers_keep before truncate on payout_answers for each statement execute function refuse_change();

-- A provider's report about a payout that contradicts it (decision 81): it changes nothing, and holds the creator's
-- payouts until an admin has said how much was paid. An admin is asked about each report once.
create table payout_attentions (
  id uuid primary key default uuidv7(),
  line_id uuid not null references payout_lines,
  -- An unknown status, another amount or currency, rows that contradict each other, or the state of the line.
  why text not null check (why in ('word', 'amount', 'currency', 'rows', 'state')),
  word text not null check (length(word) between 1 and 100),
  amount_cents bigint check (amount_cents >= 0),
  currency text check (length(currency) between 1 and 20),
  provider_reference text check (length(provider_reference) between 1 and 100),
  -- The provider's batch that reported it; null for a file.
  batch_id uuid references payout_batches,
  noted_at timestamptz not null,
  answer_id uuid references payout_answers,
  -- For an unknown status: since when the provider has reported another one.
  passed_at timestamptz,
  constraint payout_attentions_line_id_word_amount_cents_currency_provid_key unique nulls not distinct (line_id,
    word, amount_cents, currency, provider_reference),
  check (passed_at is null or why = 'word'),
  check (num_nonnulls(answer_id, passed_at) <= 1)
);
create index payout_attentions_open on payout_attentions (line_id) where answer_id is null and passed_at is null;
create index payout_attentions_answer on payout_attentions (answer_id);
create index payout_attentions_batch on payout_attentions (batch_id);
create trigger payout_attentions_never_change
  before update of id, line_id, why, word, amount_cents, currency, provider_reference, batch_id, noted_at on payout_attentions
  for each row execute function refuse_change();
create trigger payout_attentions_answered_once before update of answer_id, passed_at on payout_attentions
  for each row when (num_nonnulls(old.answer_id, old.passed_at) > 0) execute function refuse_change();
create trigger payout_attentions_stay before delete on payout_attentions
  for each row execute function refuse_change();
create trigger payout_attentions_keep before truncate on payout_attentions
  for each statement execute function refuse_change();

-- Lines that a draft was to pay and did not, because their payee was no longer due as drafted when it was approved. The
-- line is deleted, this stays (docs/product/payouts.md#payout-runs).
create table payout_drops (
  -- The line's.
  id uuid primary key,
  run_id uuid not null references payout_runs,
  place integer not null check (place > 0),
  payee_id uuid not null references payees,
  amount_cents bigint not null check (amount_cents > 0),
  -- Why they are not due; or that other payout details count by now, or less is available.
  why text not null check (why <> ''),
  dropped_at timestamptz not null,
  unique (run_id, place)
);
create index payout_drops_payee on payout_drops (payee_id);
create trigger payout_drops_never_change before update or delete on payout_drops
  for each row execute function refuse_change();
create trigger payout_drops_keep before truncate on payout_drops for each statement execute function refuse_change();
