-- Where a creator is paid, encrypted with a key that the database does not have (docs/decisions/0081-payout-runs.md).
-- A payee has at most two: those that count, and those that will from `counts_from` on. Rows are only added, and bear
-- the database's time, whatever the caller says. What they say is erased once it is of no use.
create table payout_details (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payees,
  method text not null check (method in ('paypal', 'wise', 'other')),
  -- Account, legal name and country: bound to the payee, so that in another's row it cannot be read.
  sealed bytea,
  -- Which key it was encrypted with, by which those that cannot be read are told from others.
  key_mark bytea not null check (length(key_mark) = 8),
  -- The same for the same account, whoever has it: it shows two payees that are paid at one.
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

-- What is not paid out for the time being, though it is posted: all of a payee, an order or a month. The creator reads
-- why. A hold ends once (docs/decisions/0081-payout-runs.md).
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
  -- Sums free a month (docs/decisions/0114-earning-months.md): of a released month, orders are held that Amazon has
  -- not paid, and let go by themselves once it has. Such a hold is a fact of its own kind: it names the month for
  -- which the order's money is missing, and holds what counts with that month alone.
  unpaid_marketplace text check (unpaid_marketplace ~ '^[a-z]{2}$'),
  unpaid_month date check (extract(day from unpaid_month) = 1),
  -- What the platform took on itself of it, where an admin decided so: in the smallest unit of the month's currency.
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
-- Those that still wait for Amazon, since when.
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

-- Payout runs (docs/decisions/0081-payout-runs.md): a draft freezes who is paid how much and where; approving it
-- writes the payouts to the ledger. Nothing of a run is changed or deleted afterwards but how far it is.
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
-- What is available counts for one draft alone.
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
  -- The details as they were, which outlive those of the account: books have to say where money went.
  details_id uuid not null,
  method text not null check (method in ('paypal', 'wise', 'other')),
  sealed bytea not null,
  key_mark bytea not null,
  state text not null default 'draft' check (state in ('draft', 'approved', 'sent', 'paid', 'failed', 'returned',
    'cancelling', 'cancelled')),
  state_at timestamptz not null,
  -- Why it came to its state, which the creator reads, and what the provider calls the payment.
  reason text check (length(reason) between 1 and 500),
  provider_reference text check (length(provider_reference) between 1 and 100),
  -- Which row of its payee's ledger was the last one when a payout was drafted, by which it is known what the payout
  -- covers (docs/decisions/0081-payout-runs.md). Older drafts do not say so, and go by their time.
  through_sequence bigint check (through_sequence > 0),
  -- A payout that its own payee approved, since there was no other admin.
  is_own boolean not null default false,
  -- What providers' files call a payout (decision 81): new ones carry signs that nobody guesses or types by mistake.
  reference text not null,
  -- A payout is cancelled freely before a file with it was fetched. Afterwards it leaves the file, and is 'cancelling'
  -- until an admin has seen that it was not paid (decision 81). This is when a file with it was first fetched.
  handed_at timestamptz,
  -- Where an admin saw that it was not paid.
  seen_unpaid text check (length(seen_unpaid) between 1 and 500),
  -- What leaves its file never comes back into it, whatever a provider says of it later, and what failed or came back
  -- leaves it as what was cancelled does: its money is in a balance again (decision 81).
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

-- What was handed to a provider, encrypted, byte for byte as long as the run exists.
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
  -- A file is made anew without what was cancelled; earlier editions stay.
  edition integer not null default 1 check (edition > 0),
  constraint payout_files_edition unique (run_id, kind, part, edition)
);
create trigger payout_files_never_change before update or delete on payout_files
  for each row execute function refuse_change();
create trigger payout_files_keep before truncate on payout_files for each statement execute function refuse_change();

-- Providers pay twice what they are sent twice, so each fetch is noted.
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

-- What a creator asks about a row of their ledger, and what admins answer
-- (docs/decisions/0027-ledger.md). A row has one thread: whoever asks again writes into it.
create table ledger_questions (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payees,
  entry_id uuid not null unique references earnings_ledger,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- The creator has not seen the last answer.
  is_unread boolean not null default false,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  check (not (is_unread and state = 'open'))
);
create index ledger_questions_payee on ledger_questions (payee_id, changed_at desc, id desc);
create index ledger_questions_open on ledger_questions (id) where state = 'open';
create trigger ledger_questions_never_change before update of id, payee_id, entry_id, opened_at on ledger_questions
  for each row execute function refuse_change();
create trigger ledger_questions_stay before delete on ledger_questions for each row execute function refuse_change();
create trigger ledger_questions_keep before truncate on ledger_questions
  for each statement execute function refuse_change();

-- The messages of both sides. Who of the admins wrote is for admins alone.
create table ledger_question_messages (
  id uuid primary key default uuidv7(),
  question_id uuid not null references ledger_questions,
  -- No thread is longer, and its creator begins it.
  place integer not null check (place between 1 and 100),
  by_admin boolean not null,
  admin_id uuid references users on delete set null,
  -- Null once its creator's account is gone: their words go with it.
  text text check (length(text) between 1 and 2000),
  written_at timestamptz not null,
  constraint ledger_question_messages_place unique (question_id, place),
  check (place > 1 or not by_admin),
  check (case when by_admin then text is not null else admin_id is null end)
);
create index ledger_question_messages_admin on ledger_question_messages (admin_id);
create trigger ledger_question_messages_never_change
  before update of id, question_id, place, by_admin, written_at on ledger_question_messages
  for each row execute function refuse_change();
create trigger ledger_question_messages_words before update of text on ledger_question_messages
  for each row when (new.text is not null) execute function refuse_change();
create trigger ledger_question_messages_stay before delete on ledger_question_messages
  for each row execute function refuse_change();
create trigger ledger_question_messages_keep before truncate on ledger_question_messages
  for each statement execute function refuse_change();

-- What is owed to people who have deleted their account (docs/decisions/0088-leaving-with-money.md). Nothing here says
-- who they were: the mark of their proven address is made with a key that the database does not have.
create table payee_claims (
  payee_id uuid primary key references payees,
  address_mark bytea not null check (length(address_mark) = 32),
  key_mark bytea not null check (length(key_mark) = 8),
  left_at timestamptz not null,
  -- They asked for their last payout: until then their details stay.
  pays_until timestamptz,
  -- Whose it is now: of who has proven the same address since. What is left goes to them from `moves_from` on.
  claimed_by uuid references payees,
  claimed_at timestamptz,
  moves_from timestamptz,
  -- A claim that the database can check (docs/decisions/0083-a-log-of-the-ledger.md): who claims gives what only the
  -- key of payout details can make of the claim, whose hash is noted when its person leaves. A statement that somebody
  -- slips into the app can claim nothing.
  proof_hash bytea check (length(proof_hash) = 32),
  proof bytea check (length(proof) = 32),
  -- Who has left owing something owes it again under a new account (docs/decisions/0088-leaving-with-money.md). The
  -- mark of the payout account that counted when they left, which asks an admin where somebody is paid at it again.
  account_mark bytea check (length(account_mark) = 32),
  check (pays_until > left_at),
  check (claimed_by <> payee_id),
  check (moves_from > claimed_at),
  check (num_nonnulls(claimed_by, claimed_at, moves_from) in (0, 3)),
  constraint payee_claims_proof check (proof is null or sha256(proof) is not distinct from proof_hash),
  constraint payee_claims_proof_comes_with_claim check (proof is null or claimed_by is not null)
);
create index payee_claims_address on payee_claims (address_mark) where claimed_by is null;
create index payee_claims_claimed_by on payee_claims (claimed_by);
create index payee_claims_account on payee_claims (account_mark) where claimed_by is null;
create trigger payee_claims_keep before truncate on payee_claims for each statement execute function refuse_change();
-- Older claims get their hash from the app, once.
create trigger payee_claims_hash_once before update of proof_hash on payee_claims
  for each row when (old.proof_hash is not null or old.claimed_by is not null) execute function refuse_change();
create trigger payee_claims_once before update of claimed_by, claimed_at, moves_from, proof on payee_claims
  for each row when (old.claimed_by is not null) execute function refuse_change();
-- What nobody has claimed goes when nobody can any more.
create trigger payee_claims_stay before delete on payee_claims
  for each row when (old.claimed_by is not null or old.left_at > now() - interval '3 years')
  execute function refuse_change();
create trigger payee_claims_never_change
  before update of payee_id, address_mark, key_mark, left_at, pays_until, account_mark
  on payee_claims for each row execute function refuse_change();

-- What went from a former payee to who has claimed it: two rows of the ledger that come to nothing.
create table claim_moves (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payee_claims,
  amount_cents bigint not null check (amount_cents <> 0),
  moved_at timestamptz not null
);
create index claim_moves_payee on claim_moves (payee_id);
create trigger claim_moves_append_only before update or delete on claim_moves
  for each row execute function refuse_change();
create trigger claim_moves_keep before truncate on claim_moves for each statement execute function refuse_change();

-- Payments that are handed to a provider by its API (docs/decisions/0081-payout-runs.md).
create table payout_batches (
  id uuid primary key default uuidv7(),
  run_id uuid not null references payout_runs,
  -- What the provider knows it by: sent again under the same name it is no second one.
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
  -- A refusal is believed only where no other attempt may have been taken.
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

-- Months of the books that are over are closed: what they added to each account is stored, with a digest of their
-- entries (docs/decisions/0085-books.md). One after the other, without a gap, from the month of the first entry on.
create table closed_months (
  month date primary key check (extract(day from month) = 1),
  -- As it was in the reports' time zone then: another zone later moves nothing between months that are closed.
  begins_at timestamptz not null,
  ends_at timestamptz not null unique,
  entries bigint not null check (entries >= 0),
  -- SHA-256 over those of its entries.
  digest bytea not null check (length(digest) = 32),
  closed_at timestamptz not null,
  check (ends_at > begins_at),
  check (closed_at >= ends_at)
);
create trigger closed_months_append_only before update or delete on closed_months
  for each row execute function refuse_change();
create trigger closed_months_keep before truncate on closed_months for each statement execute function refuse_change();

-- What a closed month added to the accounts, by kinds of entries and the months that Amazon pays for.
create table closed_month_lines (
  month date not null references closed_months,
  kind text not null,
  marketplace text,
  earning_month date,
  entries bigint not null check (entries > 0),
  receivable bigint not null,
  platform bigint not null,
  creators bigint not null,
  paid bigint not null,
  nobodys bigint not null,
  -- The account exchange: what was received less what was posted. Beside what is receivable, a line says it in the
  -- currency of its orders and receipts; without one it is dollars.
  exchange bigint not null,
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  own_receivable bigint,
  unique nulls not distinct (month, kind, marketplace, earning_month),
  constraint closed_month_lines_zero check (receivable + platform + creators + paid + nobodys + exchange = 0)
);
create trigger closed_month_lines_append_only before update or delete on closed_month_lines
  for each row execute function refuse_change();
create trigger closed_month_lines_keep before truncate on closed_month_lines
  for each statement execute function refuse_change();

-- Entries that were written down with a time of a month that was closed already, by a clock that was behind or a
-- transaction that took long: they are booked in the first month that was open then.
create table late_entries (
  source text not null check (source in ('row', 'receipt', 'reversal', 'release')),
  id uuid not null,
  month date not null check (extract(day from month) = 1),
  primary key (source, id)
);
create index late_entries_month on late_entries (month);
create trigger late_entries_append_only before update or delete on late_entries
  for each row execute function refuse_change();
create trigger late_entries_keep before truncate on late_entries for each statement execute function refuse_change();

-- That details were taken back before they counted; who replaces them takes back nothing.
create table taken_back_details (
  details_id uuid primary key references payout_details,
  taken_back_at timestamptz not null
);
create trigger taken_back_details_append_only before update or delete on taken_back_details
  for each row execute function refuse_change();
create trigger taken_back_details_keep before truncate on taken_back_details
  for each statement execute function refuse_change();

-- How much was paid of a payout of which its provider says something else, as an admin said.
create table payout_answers (
  id uuid primary key default uuidv7(),
  line_id uuid not null references payout_lines,
  -- In all, whatever had been booked before.
  paid_cents bigint not null check (paid_cents >= 0),
  -- What the ledger has under this answer: above zero more was paid than it said, below zero less.
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

-- What a provider says of a payout and does not agree with it (decision 81): it changes nothing, and holds the creator
-- until an admin has said how much was paid. What was said is asked about once.
create table payout_attentions (
  id uuid primary key default uuidv7(),
  line_id uuid not null references payout_lines,
  -- Nobody knows the word, another amount or currency, rows that contradict each other, or the state of the line.
  why text not null check (why in ('word', 'amount', 'currency', 'rows', 'state')),
  word text not null check (length(word) between 1 and 100),
  amount_cents bigint check (amount_cents >= 0),
  currency text check (length(currency) between 1 and 20),
  provider_reference text check (length(provider_reference) between 1 and 100),
  -- The provider's batch that said so; null for a file.
  batch_id uuid references payout_batches,
  noted_at timestamptz not null,
  answer_id uuid references payout_answers,
  -- Of a word that nobody knew: since when the provider has said another one.
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

-- What a draft was to pay and did not: whoever was not due any more as drafted when it was approved. The line goes,
-- this stays (docs/product/payouts.md#payout-runs).
create table payout_drops (
  -- The line's.
  id uuid primary key,
  run_id uuid not null references payout_runs,
  place integer not null check (place > 0),
  payee_id uuid not null references payees,
  amount_cents bigint not null check (amount_cents > 0),
  -- Why they are not due; or other payout details count by now, or less is available.
  why text not null check (why <> ''),
  dropped_at timestamptz not null,
  unique (run_id, place)
);
create index payout_drops_payee on payout_drops (payee_id);
create trigger payout_drops_never_change before update or delete on payout_drops
  for each row execute function refuse_change();
create trigger payout_drops_keep before truncate on payout_drops for each statement execute function refuse_change();

-- What Amazon has paid: a transfer with lines (docs/decisions/0115-every-marketplace-pays.md). It says its amount in
-- its currency's smallest unit, and the dollars that came of it. It never changes: one that was written down wrongly
-- is reversed once.
create table transfers (
  id uuid primary key default uuidv7(),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  usd_cents bigint not null check (usd_cents > 0),
  received_on date not null,
  -- The payment's own, by which it is found in the bank's and Amazon's lists; and the same whatever its case.
  reference text not null check (reference <> ''),
  reference_key text not null,
  recorded_by uuid references users on delete set null,
  recorded_at timestamptz not null,
  reversed_at timestamptz,
  reversed_by uuid references users on delete set null,
  reversal_reason text check (reversal_reason <> ''),
  check ((reversed_at is null) = (reversal_reason is null) and (reversed_at is not null or reversed_by is null)),
  constraint transfers_dollars check (currency <> 'USD' or amount = usd_cents)
);
-- One payment is not counted twice.
create unique index transfers_reference on transfers (reference_key) where reversed_at is null;
create index transfers_received on transfers (received_on, id);
create index transfers_recorded_by on transfers (recorded_by);
create index transfers_reversed_by on transfers (reversed_by);
create trigger transfers_never_change
  before update of id, marketplace, currency, amount, usd_cents, received_on, reference, reference_key, recorded_at
  on transfers for each row execute function refuse_change();
create trigger transfers_reversed_once before update of reversed_at, reversal_reason on transfers
  for each row when (old.reversed_at is not null) execute function refuse_change();
create trigger transfers_stay before delete on transfers for each row execute function refuse_change();
create trigger transfers_keep before truncate on transfers for each statement execute function refuse_change();

-- What a transfer was paid for: commissions of a month of its marketplace, a bounty, or a deduction. They come to its
-- amount.
create table transfer_lines (
  id uuid primary key default uuidv7(),
  transfer_id uuid not null references transfers,
  place integer not null check (place > 0),
  kind text not null check (kind in ('commissions', 'bounty', 'deduction')),
  -- For which month; also of a deduction that names orders, which are of it.
  earning_month date check (extract(day from earning_month) = 1),
  order_item_ids text[] not null default '{}',
  amount bigint not null,
  usd_cents bigint not null,
  unique (transfer_id, place),
  constraint transfer_lines_month check (
    case kind when 'commissions' then earning_month is not null when 'bounty' then earning_month is null
      else (earning_month is not null) = (cardinality(order_item_ids) > 0) end),
  constraint transfer_lines_orders check (kind = 'deduction' or cardinality(order_item_ids) = 0),
  constraint transfer_lines_sign check (case kind when 'bounty' then amount > 0 when 'deduction'
    then amount < 0 else amount <> 0 end)
);
create index transfer_lines_month on transfer_lines (earning_month, transfer_id);
create trigger transfer_lines_append_only before update or delete on transfer_lines
  for each row execute function refuse_change();
create trigger transfer_lines_keep before truncate on transfer_lines
  for each statement execute function refuse_change();

-- What the platform bears of who left owing something: exactly what they owed, a row of the ledger each.
create table write_offs (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references former_payees,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null check (reason <> ''),
  written_at timestamptz not null
);
create index write_offs_payee on write_offs (payee_id);
create trigger write_offs_append_only before update or delete on write_offs
  for each row execute function refuse_change();
create trigger write_offs_keep before truncate on write_offs for each statement execute function refuse_change();

-- Whether what a former payee owes is of another one who is paid at the same account, as an admin has said: it moved
-- then, or they are never asked of these two again.
create table debt_answers (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references former_payees,
  of_payee_id uuid not null references payees,
  moved_cents bigint not null check (moved_cents >= 0),
  reason text not null check (reason <> ''),
  answered_at timestamptz not null,
  check (of_payee_id <> payee_id)
);
create unique index debt_answers_no on debt_answers (payee_id, of_payee_id) where moved_cents = 0;
create index debt_answers_of on debt_answers (of_payee_id);
create trigger debt_answers_append_only before update or delete on debt_answers
  for each row execute function refuse_change();
create trigger debt_answers_keep before truncate on debt_answers for each statement execute function refuse_change();
