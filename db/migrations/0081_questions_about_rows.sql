-- Up Migration
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

-- Nobody asks about a row of somebody else's ledger.
create function question_is_of_own_row() returns trigger language plpgsql as $$
begin
  if not exists (select from earnings_ledger where id = new.entry_id and payee_id = new.payee_id) then
    raise exception 'ledger row % is not of payee %', new.entry_id, new.payee_id
      using errcode = 'check_violation', constraint = 'ledger_questions_own_row';
  end if;
  return new;
end $$;
create trigger ledger_questions_own_row before insert on ledger_questions
  for each row execute function question_is_of_own_row();

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
