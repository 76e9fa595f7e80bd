-- Up Migration
-- What a provider says of a payout and does not agree with it (decision 81): it changes nothing, and holds the creator
-- until an admin has said how much was paid.
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
  passed_at timestamptz check (passed_at is null or why = 'word'),
  check (num_nonnulls(answer_id, passed_at) <= 1),
  -- What was said is asked about once.
  unique nulls not distinct (line_id, word, amount_cents, currency, provider_reference)
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

insert into payout_attentions (line_id, why, word, noted_at)
  select id, 'word', attention, state_at from payout_lines where attention is not null;
alter table payout_lines drop column attention;

create or replace function step_payout_line() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- From then on answers say what was paid, and no state.
  if exists (select from payout_answers where line_id = old.id) then
    raise exception 'payout line % was answered', old.id
      using errcode = 'check_violation', constraint = 'payout_lines_answered';
  end if;
  if (old.state, new.state) in (('draft', 'approved'), ('approved', 'sent'), ('approved', 'cancelling'),
    ('cancelling', 'sent'), ('cancelling', 'cancelled'), ('sent', 'paid'), ('sent', 'failed'), ('sent', 'returned'),
    ('paid', 'returned')) or ((old.state, new.state) = ('approved', 'cancelled') and new.handed_at is null)
  then return new; end if;
  raise exception 'a payout line does not go from % to %', old.state, new.state
    using errcode = 'check_violation', constraint = 'payout_lines_step';
end $$;

-- At the end of its transaction the ledger holds what an answer says was paid, the difference under the answer's id.
create function payout_answer_is_booked() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  line payout_lines := (select l from payout_lines l where id = new.line_id);
begin
  if (select coalesce(sum(user_amount_cents), 0) from earnings_ledger
      where order_item_id is null and transaction_type in ('payout', 'payout_reversal')
        and evidence ->> 'reference' = new.id::text and payee_id = line.payee_id) <> -new.booked_cents
    or line.state = 'draft'
    or new.paid_cents <> (case when line.state in ('failed', 'returned', 'cancelled') then 0 else line.amount_cents end)
      + (select sum(booked_cents) from payout_answers where line_id = new.line_id)
  then
    raise exception 'the answer % is not booked', new.id
      using errcode = 'check_violation', constraint = 'payout_answers_booked';
  end if;
  return null;
end $$;
create constraint trigger payout_answers_booked after insert on payout_answers
  deferrable initially deferred for each row execute function payout_answer_is_booked();
