-- Things that were reported or decided on, one row each: every list of admins is one range of one index.
create table moderation_cases (
  id uuid primary key default uuidv7(),
  product_id uuid unique references products,
  user_id uuid unique references users on delete cascade,
  open_reports integer not null default 0 check (open_reports >= 0),
  -- When it was last reported, or first decided on without a report.
  noted_at timestamptz not null,
  constraint moderation_cases_of_one_thing check (num_nonnulls(product_id, user_id) = 1)
);
create index moderation_cases_newest on moderation_cases (noted_at desc, id desc);
create index moderation_cases_open on moderation_cases (noted_at desc, id desc) where open_reports > 0;

-- A report on a product or a person.
create table reports (
  id uuid primary key default uuidv7(),
  case_id uuid not null references moderation_cases on delete cascade,
  -- Empty for a visitor, and once the account is gone.
  reporter_id uuid references users on delete set null,
  -- A keyed hash of the account, or of a visitor's address prefix and the day: nobody's report counts twice a day.
  reporter_key bytea not null,
  day date not null,
  reason text not null check (reason in ('spam', 'misleading', 'offensive', 'impersonation', 'other')),
  text text check (length(text) <= 1000),
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint reports_once_a_day unique (case_id, day, reporter_key)
);
create index reports_reporter on reports (reporter_id);
create index reports_of_case on reports (case_id, created_at desc);

-- A decision on a person or one of their products, and its reason: shown to them, and to admins who decide next.
create table moderation_decisions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  product_id uuid references products,
  action text not null check (action in ('product_hidden', 'product_restored', 'account_suspended', 'account_restored',
    'sessions_ended')),
  reason text not null check (length(reason) between 1 and 500),
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null,
  -- A decision is shown on the person's next visit as well as by mail, until they say that they have read it (decision
  -- 51). Earlier decisions were told by mail alone, and stay so.
  seen_at timestamptz,
  constraint moderation_decisions_name_product check ((action like 'product%') = (product_id is not null))
);
create index moderation_decisions_user on moderation_decisions (user_id, decided_at desc);
create index moderation_decisions_product on moderation_decisions (product_id);
create index moderation_decisions_decided_by on moderation_decisions (decided_by);
create index moderation_decisions_unseen on moderation_decisions (user_id) where seen_at is null;
create trigger moderation_decisions_keep before update of action, reason, user_id, product_id, decided_at
  on moderation_decisions for each row execute function refuse_change();
