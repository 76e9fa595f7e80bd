-- Up Migration
-- Who has left, by number: admins find what such a payee has by it (docs/decisions/0088-leaving-with-money.md). Nothing
-- here says who they were.
create table former_payees (
  payee_id uuid primary key references payees,
  number bigint not null unique generated always as identity,
  left_at timestamptz not null
);
create trigger former_payees_append_only before update or delete on former_payees
  for each row execute function refuse_change();
create trigger former_payees_keep before truncate on former_payees for each statement execute function refuse_change();

create or replace function untie_payee() returns trigger language plpgsql
security definer set search_path = public, pg_temp
as $$
begin
  delete from payee_tie_salts where payee_id = new.id;
  insert into payee_ties (payee_id, kind) values (new.id, 'nobody');
  insert into former_payees (payee_id, left_at) values (new.id, clock_timestamp());
  return null;
end $$;

-- Who left before ties were noted did so by then.
lock table payees, users, payee_claims in share row exclusive mode;
insert into former_payees (payee_id, left_at)
select t.payee_id, coalesce(c.left_at, t.made_at)
from payee_ties t left join payee_claims c using (payee_id)
where t.kind = 'nobody'
order by t.made_at, t.id;

-- What the platform bears of who left owing something: exactly what they owed, a row of the ledger each.
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

create function write_off_is_booked() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  if new.written_at < (select left_at from former_payees where payee_id = new.payee_id) + interval '90 days' then
    raise exception 'payee % left less than 90 days ago', new.payee_id
      using errcode = 'check_violation', constraint = 'write_offs_later';
  end if;
  if not exists (
    select from earnings_ledger l
    where l.order_item_id is null and l.transaction_type = 'manual_adjustment'
      and (l.evidence ->> 'reference', l.payee_id, l.user_amount_cents) = (new.id::text, new.payee_id, new.amount_cents)
  ) then
    raise exception 'the write-off % is not booked', new.id
      using errcode = 'check_violation', constraint = 'write_offs_booked';
  end if;
  return null;
end $$;
create constraint trigger write_offs_booked after insert on write_offs
  deferrable initially deferred for each row execute function write_off_is_booked();
