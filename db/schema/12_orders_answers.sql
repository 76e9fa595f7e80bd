-- An admin's answer about a status that Folio does not know (docs/product/reports.md#unknown-statuses): in one case,
-- with single spaces. The newest counts for files that are read from then on.
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

-- The ship date from which Fee-Earnings pays in a marketplace: the newest row counts. Folio's CSV pays for orders
-- before that day.
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

-- A change of the ship date that an admin asks for, done by a run. The amounts that need confirmation first are shown
-- with it.
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

-- An admin's answer whether an order of Folio's CSV and a row of Fee-Earnings are one sale. The newest answer counts.
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

-- Orders of Folio's CSV and rows of Fee-Earnings that are one sale, by the newest answer of an admin.
create view same_sales as
  select folio_item_id, fee_item_id from twin_decisions d
  where is_same_sale and not exists (
    select from twin_decisions later
    where (later.folio_item_id, later.fee_item_id) = (d.folio_item_id, d.fee_item_id) and later.id > d.id);

-- An admin's answer about a return in an import of Folio's CSV: that it is the same as one that earlier reports had
-- with another amount or day, or, if `earlier` is null, another one (docs/decisions/0039). It counts while the import
-- is in force. A return is named as in reports, and by its number among equal ones of a file.
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

-- An admin's answer about a return that could be of several creators' purchases
-- (docs/product/reports.md#whose-return-is-this): this purchase, or nobody can know. The newest answer for a return
-- counts. It is keyed by the return's own name, which is made from the report, so that the same report read again finds
-- it.
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

-- The answers that count.
create view current_return_answers as
  select distinct on (return_id) id, return_id, purchase_id, reason, actor_id, answered_at
  from return_answers order by return_id, id desc;

-- Dollars for one unit of a currency in an earning month (docs/product/ledger.md#rates). A rate is a fact: a newer one
-- supersedes it, with a reason, and nothing changes or removes either.
create table exchange_rates (
  id uuid primary key default uuidv7(),
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  earning_month text not null check (earning_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  usd_per_unit numeric(20,10) not null check (usd_per_unit > 0),
  -- The source, or the days whose mean it is.
  source text not null check (source <> ''),
  supersedes uuid,
  reason text check (reason <> ''),
  set_by uuid references users on delete set null,
  set_at timestamptz not null,
  unique (id, currency, earning_month),
  check ((supersedes is null) = (reason is null)),
  foreign key (supersedes, currency, earning_month) references exchange_rates (id, currency, earning_month)
);
-- One after another: a month has one first rate, and each is superseded once.
create unique index exchange_rates_first on exchange_rates (currency, earning_month) where supersedes is null;
create unique index exchange_rates_next on exchange_rates (supersedes, currency, earning_month);
create index exchange_rates_by on exchange_rates (set_by);
create trigger exchange_rates_never_change
  before update of id, currency, earning_month, usd_per_unit, source, supersedes, reason, set_at
  on exchange_rates for each row execute function refuse_change();
create trigger exchange_rates_stay before delete on exchange_rates for each row execute function refuse_change();
create trigger exchange_rates_keep before truncate on exchange_rates
  for each statement execute function refuse_change();

-- The rates in force.
create view current_rates as
  select id, currency, earning_month, usd_per_unit, source, reason, set_by, set_at
  from exchange_rates e where not exists (select from exchange_rates n where n.supersedes = e.id);
