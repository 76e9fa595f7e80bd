-- Up Migration
-- What the platform keeps of a commission, from which day on: of everybody, or of one payee, whose own comes first
-- (docs/decisions/0116-fees-with-a-day.md). An order's is that of its day, frozen with its first ledger row.
create table platform_fees (
  id uuid primary key default uuidv7(),
  payee_id uuid references payees,
  -- In hundredths of a percent. Null ends a payee's own: from then on everybody's is theirs.
  fee_bps integer check (fee_bps between 0 and 10000),
  -- Null for the first one, which comes from the settings and always counted.
  from_day date,
  -- The reports' day on which it was set: never backwards.
  set_on date,
  set_by uuid references users on delete set null,
  set_at timestamptz not null,
  reason text check (reason <> ''),
  taken_back_on date,
  taken_back_by uuid references users on delete set null,
  taken_back_at timestamptz,
  check (fee_bps is not null or payee_id is not null),
  check (num_nulls(from_day, set_on, reason) in (0, 3) and (from_day is not null or payee_id is null)),
  constraint platform_fees_never_backwards check (from_day > set_on),
  -- What has begun counts.
  constraint platform_fees_taken_back_before check (taken_back_on < from_day),
  check (num_nulls(taken_back_on, taken_back_at) <> 1 and (taken_back_at is not null or taken_back_by is null))
);
create unique index platform_fees_day on platform_fees (payee_id, from_day) nulls not distinct
  where taken_back_at is null;
create index platform_fees_newest on platform_fees (set_at desc, id desc);
create index platform_fees_payee on platform_fees (payee_id);
create index platform_fees_set_by on platform_fees (set_by);
create index platform_fees_taken_back_by on platform_fees (taken_back_by);
create trigger platform_fees_never_change
  before update of id, payee_id, fee_bps, from_day, set_on, set_at, reason on platform_fees
  for each row execute function refuse_change();
create trigger platform_fees_taken_back_once before update of taken_back_on, taken_back_at on platform_fees
  for each row when (old.taken_back_at is not null) execute function refuse_change();
create trigger platform_fees_stay before delete on platform_fees for each row execute function refuse_change();
create trigger platform_fees_keep before truncate on platform_fees
  for each statement execute function refuse_change();

-- What the platform keeps of a payee's order of a day. feeOn() in src/earnings/fees computes the same.
create function fee_on(payee uuid, day date) returns integer language sql stable parallel safe
return coalesce(
  (select fee_bps from platform_fees
    where payee_id = payee and taken_back_at is null and from_day <= day order by from_day desc limit 1),
  (select fee_bps from platform_fees
    where payee_id is null and taken_back_at is null and (from_day is null or from_day <= day)
    order by from_day desc nulls last limit 1));
