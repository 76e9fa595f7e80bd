-- Up Migration
-- Dollars for one unit of a currency in an earning month (docs/product/ledger.md#rates). A rate is a fact: a newer one
-- supersedes it, with a reason, and nothing changes or removes either.
create table exchange_rates (
  id uuid primary key default uuidv7(),
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  earning_month text not null check (earning_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  usd_per_unit numeric(20, 10) not null check (usd_per_unit > 0),
  -- Where it was read, or the days whose mean it is.
  source text not null check (source <> ''),
  supersedes uuid,
  reason text check (reason <> ''),
  set_by uuid references users on delete set null,
  set_at timestamptz not null,
  unique (id, currency, earning_month),
  foreign key (supersedes, currency, earning_month) references exchange_rates (id, currency, earning_month),
  check ((supersedes is null) = (reason is null))
);
-- One after the other: a month has one first rate, and each is superseded once.
create unique index exchange_rates_first on exchange_rates (currency, earning_month) where supersedes is null;
create unique index exchange_rates_next on exchange_rates (supersedes, currency, earning_month);
create index exchange_rates_by on exchange_rates (set_by);
create trigger exchange_rates_never_change
  before update of id, currency, earning_month, usd_per_unit, source, supersedes, reason, set_at
  on exchange_rates for each row execute function refuse_change();
create trigger exchange_rates_stay before delete on exchange_rates for each row execute function refuse_change();
create trigger exchange_rates_keep before truncate on exchange_rates
  for each statement execute function refuse_change();

-- The rates that hold.
create view current_rates as
  select id, currency, earning_month, usd_per_unit, source, reason, set_by, set_at
  from exchange_rates e where not exists (select from exchange_rates n where n.supersedes = e.id);

-- Orders that wait for a rate are found by their currency.
create index amazon_orders_converted on amazon_orders (currency) where currency <> 'USD';

-- A new rate has the orders of its month calculated again.
create function queue_orders_of_rate() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into orders_to_post (order_item_id)
  select o.order_item_id from amazon_orders o
  where o.currency = new.currency and o.currency <> 'USD' and exists (
    select from order_months m where m.order_item_id = o.order_item_id and m.earning_month = new.earning_month)
  on conflict do nothing;
  return null;
end $$;
create trigger exchange_rates_queue after insert on exchange_rates
  for each row execute function queue_orders_of_rate();

-- An amount in a currency's smallest unit as US cents, by the rate of a month, half a cent rounded away from zero; null
-- without a rate. Yen have no cents.
create function in_dollars(amount bigint, of_currency text, of_month text) returns bigint
language sql stable parallel safe as $$
  select case of_currency when 'USD' then amount else (
    select round(amount * r.usd_per_unit * 100 / case of_currency when 'JPY' then 1 else 100 end)::bigint
    from current_rates r where r.currency = of_currency and r.earning_month = of_month) end
$$;

-- What an order in another currency is worth in US cents: what of each month's purchases did not come back, at that
-- month's rate; what came back is taken from the earliest first. Null while a rate is missing. The program computes the
-- same (src/orders/rates/rules.ts).
create function order_dollars(item text) returns bigint language sql stable parallel safe as $$
  with months as (
    select m.earning_month, m.commission_cents as amount, o.currency
    from order_months m join amazon_orders o using (order_item_id) where m.order_item_id = item
  ), bought as (
    select earning_month, currency, amount,
      sum(amount) over (order by earning_month) - amount as before
    from months where amount > 0
  ), back as (
    select coalesce(-sum(amount) filter (where amount < 0), 0) as amount from months
  ), rest as (
    select in_dollars((b.amount - least(b.amount, greatest(0, back.amount - b.before)))::bigint, b.currency, b.earning_month)
      as cents
    from bought b, back
  )
  select case when count(cents) = count(*) then coalesce(sum(cents), 0)::bigint end from rest
$$;
