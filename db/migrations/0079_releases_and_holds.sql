-- Up Migration
-- From which month on months count as posted by what: the calendar, or what Amazon has paid
-- (docs/decisions/0114-earning-months.md). A change is of months that have not begun, of which nothing is posted.
-- The newest word on a month holds; before the first one it is the calendar.
create table release_rules (
  id bigint primary key generated always as identity,
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

-- From which day a month of a marketplace counts as posted, and what was known then. Never taken back: what is posted
-- stays posted, also where a receipt is reversed or a later report adds to the month.
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
  primary key (marketplace, earning_month),
  check (released_on > earning_month),
  check (how = 'paid_in_full' or reason is not null),
  check ((how = 'paid_in_full') = (received_cents >= reported_cents))
);
create index month_releases_by on month_releases (released_by);
create trigger month_releases_never_change
  before update of marketplace, earning_month, released_on, how, reported_cents, received_cents, reason, released_at
  on month_releases for each row execute function refuse_change();
create trigger month_releases_stay before delete on month_releases for each row execute function refuse_change();
create trigger month_releases_keep before truncate on month_releases
  for each statement execute function refuse_change();

-- From which day a month counts as posted by what Amazon paid: null where the calendar decides, infinity while nobody
-- knows.
create function release_day(market text, month date) returns date language sql stable parallel safe
return case when month is not null
    and (select rule from release_rules where from_month <= month order by id desc limit 1) = 'receipt'
  then coalesce((
    select released_on from month_releases r where (r.marketplace, r.earning_month) = (market, month)), 'infinity') end;

-- The day from which a row counts as posted. The one place that says so.
create or replace function posted_on(market text, month date, available date) returns date language sql stable
parallel safe
return coalesce(release_day(market, month), available);

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
  check (num_nonnulls(payee_id, order_item_id, earning_month) = 1 and (marketplace is null) = (earning_month is null)),
  check ((ended_at is null) = (end_reason is null) and (ended_at is not null or ended_by is null))
);
create unique index payout_holds_payee on payout_holds (payee_id) where ended_at is null and payee_id is not null;
create unique index payout_holds_order on payout_holds (order_item_id)
  where ended_at is null and order_item_id is not null;
create unique index payout_holds_month on payout_holds (marketplace, earning_month)
  where ended_at is null and earning_month is not null;
create index payout_holds_newest on payout_holds (set_at desc, id desc);
create index payout_holds_set_by on payout_holds (set_by);
create index payout_holds_ended_by on payout_holds (ended_by);
create trigger payout_holds_never_change
  before update of id, payee_id, order_item_id, marketplace, earning_month, reason, set_at on payout_holds
  for each row execute function refuse_change();
create trigger payout_holds_end_once before update of ended_at, end_reason on payout_holds
  for each row when (old.ended_at is not null) execute function refuse_change();
create trigger payout_holds_stay before delete on payout_holds for each row execute function refuse_change();
create trigger payout_holds_keep before truncate on payout_holds for each statement execute function refuse_change();
