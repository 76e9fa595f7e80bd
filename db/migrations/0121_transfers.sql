-- Up Migration
-- What Amazon has paid is a transfer with lines: commissions of a month of its marketplace, a bounty, or a deduction
-- (docs/decisions/0115-every-marketplace-pays.md). It says its amount in its currency's smallest unit, and the dollars that came of it.
-- Like receipts before, it never changes: one that was written down wrongly is reversed once. Nobody records meanwhile.
lock table receipts in share row exclusive mode;
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
  constraint transfers_dollars check (currency <> 'USD' or amount = usd_cents),
  check ((reversed_at is null) = (reversal_reason is null) and (reversed_at is not null or reversed_by is null))
);
create table transfer_lines (
  id uuid primary key default uuidv7(),
  transfer_id uuid not null references transfers,
  place int not null check (place > 0),
  kind text not null check (kind in ('commissions', 'bounty', 'deduction')),
  -- For which month; also of a deduction that names orders, which are of it.
  earning_month date check (extract(day from earning_month) = 1),
  order_item_ids text[] not null default '{}',
  amount bigint not null,
  usd_cents bigint not null,
  unique (transfer_id, place),
  constraint transfer_lines_sign
    check (case kind when 'bounty' then amount > 0 when 'deduction' then amount < 0 else amount <> 0 end),
  constraint transfer_lines_month check (
    case kind when 'commissions' then earning_month is not null when 'bounty' then earning_month is null
      else (earning_month is not null) = (cardinality(order_item_ids) > 0) end),
  constraint transfer_lines_orders check (kind = 'deduction' or cardinality(order_item_ids) = 0)
);

-- Of references that differ by their case alone and stand already, the first one keeps all others away.
insert into transfers (id, marketplace, currency, amount, usd_cents, received_on, reference, reference_key, recorded_by,
  recorded_at, reversed_at, reversed_by, reversal_reason)
select id, marketplace, 'USD', amount_cents, amount_cents, received_on, reference,
  lower(reference) || case when row_number() over (partition by lower(reference), reversed_at is null order by recorded_at, id) > 1
    then ' ' || id else '' end,
  recorded_by, recorded_at, reversed_at, reversed_by, reversal_reason
from receipts;
-- Entries of the books are called by their lines.
insert into transfer_lines (id, transfer_id, place, kind, earning_month, amount, usd_cents)
select id, id, 1, 'commissions', earning_month, amount_cents, amount_cents from receipts;
drop table receipts;

-- One payment is not counted twice.
create unique index transfers_reference on transfers (reference_key) where reversed_at is null;
create index transfers_received on transfers (received_on, id);
create index transfers_recorded_by on transfers (recorded_by);
create index transfers_reversed_by on transfers (reversed_by);
create index transfer_lines_month on transfer_lines (earning_month, transfer_id);

create function name_transfer() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.reference_key := lower(new.reference);
  return new;
end $$;
create trigger transfers_named before insert on transfers for each row execute function name_transfer();

-- Its lines come with it, and add up to it.
create function transfer_is_whole() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  of_transfer uuid := to_jsonb(new) ->> tg_argv[0];
begin
  if not exists (
    select from transfers t where t.id = of_transfer and (t.amount, t.usd_cents) = (
      select sum(amount), sum(usd_cents) from transfer_lines l where l.transfer_id = t.id)
  ) then
    raise exception 'the lines of transfer % do not add up to it', of_transfer
      using errcode = 'check_violation', constraint = 'transfers_whole';
  end if;
  return null;
end $$;
create constraint trigger transfers_whole after insert on transfers
  deferrable initially deferred for each row execute function transfer_is_whole('id');
create constraint trigger transfer_lines_whole after insert on transfer_lines
  deferrable initially deferred for each row execute function transfer_is_whole('transfer_id');

create trigger transfers_never_change
  before update of id, marketplace, currency, amount, usd_cents, received_on, reference, reference_key, recorded_at
  on transfers for each row execute function refuse_change();
create trigger transfers_reversed_once before update of reversed_at, reversal_reason on transfers
  for each row when (old.reversed_at is not null) execute function refuse_change();
create trigger transfers_stay before delete on transfers for each row execute function refuse_change();
create trigger transfers_keep before truncate on transfers for each statement execute function refuse_change();
create trigger transfer_lines_append_only before update or delete on transfer_lines
  for each row execute function refuse_change();
create trigger transfer_lines_keep before truncate on transfer_lines
  for each statement execute function refuse_change();

-- As migration 0089 has it of receipts: lines with their transfer's time, and all of them when it is reversed.
create function note_late_line() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  late date := late_month((select recorded_at from transfers where id = new.transfer_id));
begin
  if late is not null then
    insert into late_entries (source, id, month) values ('receipt', new.id, late);
  end if;
  return null;
end $$;
create trigger transfer_lines_booked after insert on transfer_lines
  for each row execute function note_late_line();
create function note_late_reversal() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  late date := late_month(new.reversed_at);
begin
  if late is not null then
    insert into late_entries (source, id, month)
    select 'reversal', id, late from transfer_lines where transfer_id = new.id;
  end if;
  return null;
end $$;
create trigger transfers_reversal_booked after update of reversed_at on transfers
  for each row execute function note_late_reversal();

-- What a release says is in the month's currency.
alter table month_releases add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
create trigger month_releases_currency_never_changes before update of currency on month_releases
  for each row execute function refuse_change();

-- The account exchange: what was received less what was posted. Beside what is receivable, a line says it in the currency
-- of its orders and receipts; without one it is dollars.
alter table closed_month_lines
  add column exchange bigint not null default 0,
  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  add column own_receivable bigint,
  drop constraint closed_month_lines_check,
  add constraint closed_month_lines_zero check (receivable + platform + creators + paid + nobodys + exchange = 0);
alter table closed_month_lines alter column exchange drop default;

-- What of a month's posted commissions Amazon has not paid yet, in US cents; below zero what it has paid beyond them. It is
-- decided in the month's currency, and is dollars by what was posted, or beyond that by what was received.
create function unpaid_cents(posted bigint, received bigint, posted_cents bigint, received_cents bigint) returns bigint
language sql immutable parallel safe
return case when posted = received then 0
  when posted::numeric * received < 0 then posted_cents - received_cents
  when abs(posted) >= abs(received) then round(posted_cents::numeric * (posted - received) / posted)
  else round(received_cents::numeric * (posted - received) / received) end::bigint;
