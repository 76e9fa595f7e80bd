-- Up Migration
-- Months of the books that are over are closed: what they added to each account is stored, with a digest of their entries
-- (docs/decisions/0085-books.md). One after the other, without a gap, from the month of the first entry on.
create table closed_months (
  month date primary key check (extract(day from month) = 1),
  -- As it was in the reports' time zone then: another zone later moves nothing between months that are closed.
  begins_at timestamptz not null,
  ends_at timestamptz not null unique check (ends_at > begins_at),
  entries bigint not null check (entries >= 0),
  -- SHA-256 over those of its entries.
  digest bytea not null check (length(digest) = 32),
  closed_at timestamptz not null check (closed_at >= ends_at)
);
create trigger closed_months_append_only before update or delete on closed_months
  for each row execute function refuse_change();
create trigger closed_months_keep before truncate on closed_months for each statement execute function refuse_change();

create function closed_month_follows() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if exists (select from closed_months) and not exists (
    select from closed_months
    where (month, ends_at) = ((new.month - interval '1 month')::date, new.begins_at)
      and month = (select max(month) from closed_months)
  ) then
    raise exception 'the month % does not follow the last one that was closed', new.month
      using errcode = 'check_violation', constraint = 'closed_months_follow';
  end if;
  return new;
end $$;
create trigger closed_months_follow before insert on closed_months
  for each row execute function closed_month_follows();

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
  unique nulls not distinct (month, kind, marketplace, earning_month),
  check (receivable + platform + creators + paid + nobodys = 0)
);
create trigger closed_month_lines_append_only before update or delete on closed_month_lines
  for each row execute function refuse_change();
create trigger closed_month_lines_keep before truncate on closed_month_lines
  for each statement execute function refuse_change();

-- Lines come with their month: later ones would change it.
create function closed_month_is_whole() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if (select entries from closed_months where month = new.month)
    <> (select sum(entries) from closed_month_lines where month = new.month) then
    raise exception 'the lines of % are not its entries', new.month
      using errcode = 'check_violation', constraint = 'closed_month_lines_whole';
  end if;
  return null;
end $$;
create constraint trigger closed_month_lines_whole after insert on closed_month_lines
  deferrable initially deferred for each row execute function closed_month_is_whole();

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

-- A release is an entry like the others.
alter table month_releases add column id uuid not null default uuidv7() unique;

-- Of what is written down with a time that is over: the month in which it is booked; else null. No month is closed until
-- the transaction ends, since closing takes this lock alone (any number that no other advisory lock uses).
create function late_month(at timestamptz) returns date language plpgsql
set search_path = public, pg_temp
as $$
declare
  last closed_months;
begin
  perform pg_advisory_xact_lock_shared(7305914232);
  select * into last from closed_months order by month desc limit 1;
  return case when at < last.ends_at then last.month + interval '1 month' end;
end $$;

create function note_late_rows() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
declare
  late date := late_month((select min(created_at) from posted));
begin
  if late is not null then
    insert into late_entries (source, id, month)
    select 'row', id, late from posted where late_month(created_at) is not null;
  end if;
  return null;
end $$;
create trigger earnings_ledger_booked after insert on earnings_ledger
  referencing new table as posted for each statement execute function note_late_rows();

-- The same of a receipt, its reversal or a release: its kind, and the column that says when, are the arguments.
create function note_late_fact() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
declare
  late date := late_month((to_jsonb(new) ->> tg_argv[1])::timestamptz);
begin
  if late is not null then
    insert into late_entries (source, id, month) values (tg_argv[0], new.id, late);
  end if;
  return null;
end $$;
create trigger receipts_booked after insert on receipts
  for each row execute function note_late_fact('receipt', 'recorded_at');
create trigger receipts_reversal_booked after update of reversed_at on receipts
  for each row execute function note_late_fact('reversal', 'reversed_at');
create trigger month_releases_booked after insert on month_releases
  for each row execute function note_late_fact('release', 'released_at');

-- The entries of a month in their order.
create index earnings_ledger_by_time on earnings_ledger (created_at, id);
