-- A creator's question about a row of their ledger, and admins' answers (docs/decisions/0027-ledger.md). A row has one
-- thread: a further question is added to it.
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

-- The messages of both sides. Only admins see which admin wrote one.
create table ledger_question_messages (
  id uuid primary key default uuidv7(),
  question_id uuid not null references ledger_questions,
  -- The maximum length of a thread; its creator begins it.
  place integer not null check (place between 1 and 100),
  by_admin boolean not null,
  admin_id uuid references users on delete set null,
  -- Null once its creator's account is gone: their words are deleted with it.
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

-- Balances of people who have deleted their account (docs/decisions/0088-leaving-with-money.md). Nothing here says who
-- they were: the mark of their proven address is made with a key that the database does not have.
create table payee_claims (
  payee_id uuid primary key references payees,
  address_mark bytea not null check (length(address_mark) = 32),
  key_mark bytea not null check (length(key_mark) = 8),
  left_at timestamptz not null,
  -- They asked for their last payout: until then their details stay.
  pays_until timestamptz,
  -- Its new payee: a person who has proven the same address since. The remaining balance moves to them from
  -- `moves_from` on.
  claimed_by uuid references payees,
  claimed_at timestamptz,
  moves_from timestamptz,
  -- A claim that the database can check (docs/decisions/0083-a-log-of-the-ledger.md): the claimant presents a proof
  -- that only the key of payout details can make for the claim, whose hash is stored when its person leaves. A
  -- statement that somebody slips into the app can claim nothing.
  proof_hash bytea check (length(proof_hash) = 32),
  proof bytea check (length(proof) = 32),
  -- People who left with a debt owe it again under a new account (docs/decisions/0088-leaving-with-money.md). The mark
  -- of the payout account that counted when they left, so that an admin is asked when somebody is paid at it again.
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
-- An unclaimed balance is removed when nobody can claim it any more.
create trigger payee_claims_stay before delete on payee_claims
  for each row when (old.claimed_by is not null or old.left_at > now() - interval '3 years')
  execute function refuse_change();
create trigger payee_claims_never_change
  before update of payee_id, address_mark, key_mark, left_at, pays_until, account_mark
  on payee_claims for each row execute function refuse_change();

-- A balance that moved from a former payee to the payee who claimed it: two rows of the ledger that add up to zero.
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

-- Past months of the books are closed: what they added to each account is stored, with a digest of their entries
-- (docs/decisions/0085-books.md). One after another, without a gap, from the month of the first entry on.
create table closed_months (
  month date primary key check (extract(day from month) = 1),
  -- By the reports' time zone at that time: another zone later moves nothing between closed months.
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
  -- The account exchange: amounts received less amounts posted. Beside the receivable amount, a line has it in the
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

-- Entries with a time inside a month that was already closed, because a clock was behind or a transaction took long:
-- they are booked in the first month that was open then.
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

-- Amazon's payments: a transfer with lines (docs/decisions/0115-every-marketplace-pays.md). It has its amount in its
-- currency's smallest unit, and the dollars received for it. It never changes: one that was recorded wrongly is
-- reversed once.
create table transfers (
  id uuid primary key default uuidv7(),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  usd_cents bigint not null check (usd_cents > 0),
  received_on date not null,
  -- The payment's own reference, by which it is found in the bank's and Amazon's lists, and its form without case.
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

-- What a transfer was paid for: commissions of a month of its marketplace, a bounty, or a deduction. They add up to its
-- amount.
create table transfer_lines (
  id uuid primary key default uuidv7(),
  transfer_id uuid not null references transfers,
  place integer not null check (place > 0),
  kind text not null check (kind in ('commissions', 'bounty', 'deduction')),
  -- The month; also of a deduction that names orders, which belong to it.
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

-- Debts of people who left that the platform bears: exactly what they owed, one row of the ledger each.
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

-- An admin's answer whether a former payee's debt belongs to another payee who is paid at the same account: then it
-- moved, and otherwise nobody is asked about these two again.
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
