-- Up Migration
-- Sums free a month (docs/decisions/0114-earning-months.md): of a released month, orders are held that Amazon has not
-- paid, and let go by themselves once it has. Such a hold is a fact of its own kind: it names the month for which the
-- order's money is missing, and holds what counts with that month alone.
alter table payout_holds
  add column unpaid_marketplace text check (unpaid_marketplace ~ '^[a-z]{2}$'),
  add column unpaid_month date check (extract(day from unpaid_month) = 1),
  -- What the platform took on itself of it, where an admin decided so: in the smallest unit of the month's currency.
  add column borne bigint check (borne > 0),
  add column borne_currency text check (borne_currency ~ '^[A-Z]{3}$'),
  add check ((unpaid_marketplace is null) = (unpaid_month is null)),
  add check (unpaid_month is null or order_item_id is not null),
  add check ((borne is null) = (borne_currency is null)
    and (borne is null or (unpaid_month is not null and ended_at is not null)));
-- An order may be held by an admin and for each month that Amazon has not paid, each once at a time.
drop index payout_holds_order;
create unique index payout_holds_order on payout_holds (order_item_id, unpaid_marketplace, unpaid_month)
  nulls not distinct where ended_at is null and order_item_id is not null;
create index payout_holds_unpaid on payout_holds (unpaid_marketplace, unpaid_month) where unpaid_month is not null;
-- Those that still wait for Amazon, since when.
create index payout_holds_waiting on payout_holds (set_at, id) where unpaid_month is not null and ended_at is null;
create trigger payout_holds_unpaid_stays before update of unpaid_marketplace, unpaid_month on payout_holds
  for each row execute function refuse_change();
create trigger payout_holds_borne_once before update of borne, borne_currency on payout_holds
  for each row when (old.ended_at is not null) execute function refuse_change();
-- From then on the platform bears what is missing of the month in the books, as after a release so.
create trigger payout_holds_borne_booked after update of borne on payout_holds
  for each row when (new.borne is not null) execute function note_late_fact('release', 'ended_at');

-- A month that was released because Amazon has paid all of it is released by no admin.
alter table month_releases add column by_itself boolean not null default false,
  add check (not by_itself or (how = 'paid_in_full' and released_by is null));
create trigger month_releases_by_itself_stays before update of by_itself on month_releases
  for each row execute function refuse_change();
