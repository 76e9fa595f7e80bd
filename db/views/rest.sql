-- The tables of the specification's client, as views with its names, types and units
-- (docs/product/calls.md#table-queries). Each holds who may see a row; nothing outside them is read by /rest/v1.
-- Whoever asks is set for the transaction (src/rest/reading/reading.ts): an empty caller is nobody.
create function rest.caller() returns uuid language sql stable parallel safe
return nullif(current_setting('folio.caller', true), '')::uuid;

-- The moment by which a price is fresh, for `folio.price_ms` (src/shared/product.ts).
create function rest.moment() returns timestamptz language sql stable parallel safe
return current_setting('folio.now')::timestamptz;

-- `folio.confidence` says how sure each rule of matching is (src/shared/attribution.ts).

-- The reports' day, by which a row of the ledger is posted.
create function rest.report_day() returns date language sql stable parallel safe
return current_setting('folio.today')::date;

create view rest.categories as
select id, name, slug, sort_order from public.categories;

-- As public pages show them: nothing withheld, untitled or deleted. Their owners see their own live ones as they are.
-- `is_listed` and `search_text` are for the statements that are made here, not for callers.
create view rest.products as
select id, user_id, amazon_url, asin, title, description, user_comment,
  case when image_source <> 'sample' or user_id = rest.caller() then image_url end as image_url,
  case when abs(extract(epoch from rest.moment() - price_as_of)) * 1000 < current_setting('folio.price_ms')::bigint
    then round(price_cents / 100.0, 2) end as price_usd,
  tags, is_categorized, created_at, not unlisted as is_listed, search_text
from public.products
where deleted_at is null and (not unlisted or user_id = rest.caller());

-- `created_at` is the product's, so that a category's newest are one range of an index.
create view rest.product_categories as
select product_id, category_id, created_at
from public.product_categories
where not unlisted or user_id = rest.caller();

create view rest.short_links as
select s.id, s.product_id, s.created_at
from public.short_links s
join public.products p on p.id = s.product_id
where p.deleted_at is null and not s.is_of_list and (not p.unlisted or p.user_id = rest.caller());

create view rest.profiles as
select a.id, a.first_name, a.last_name, a.username, a.avatar_url, a.bio,
  case when a.id = rest.caller() then (select u.email from public.users u where u.id = a.id) end as email,
  a.created_at
from public.profiles a
where not a.is_suspended or a.id = rest.caller();

-- The rows with the caller on either side, as far as the other side is still to be seen.
create view rest.followers as
select f.id, f.follower_id, f.following_id, f.created_at
from public.followers f
join public.profiles a on a.id = f.follower_id
join public.profiles b on b.id = f.following_id
where (f.follower_id = rest.caller() or f.following_id = rest.caller())
  and (not a.is_suspended or a.id = rest.caller()) and (not b.is_suspended or b.id = rest.caller());

create view rest.user_category_preferences as
select user_id, category_id, is_pinned, sort_order
from public.user_category_preferences
where user_id = rest.caller();

create view rest.earnings as
select p.id as product_id, coalesce(t.clicks_count, 0) as clicks_count,
  round(coalesce(e.earnings_cents, 0) / 100.0, 2) as earnings_usd
from public.products p
left join public.click_totals t on t.product_id = p.id
left join public.earnings e on e.product_id = p.id
where p.user_id = rest.caller() and p.deleted_at is null;

-- A row for each counted click on the caller's products, at its quarter of an hour, and after 13 months at its day. No
-- row says anything of a visitor.
create view rest.clicks as
select null::uuid as id, c.product_id, c.at as "timestamp", null::text as user_agent, null::text as referrer
from (
  select product_id, quarter as at, people from public.click_quarters
  union all
  select product_id, quarter, clicks from public.click_deltas where kind = 'view' and outcome = 'counted'
  union all
  select d.product_id, d.day::timestamp at time zone 'UTC', d.people
  from public.click_days d
  where not exists (
    select from public.click_quarters q
    where q.product_id = d.product_id and q.quarter >= d.day::timestamp at time zone 'UTC'
      and q.quarter < (d.day + 1)::timestamp at time zone 'UTC')
) c
join public.products p on p.id = c.product_id
cross join lateral generate_series(1, c.people)
where p.user_id = rest.caller() and p.deleted_at is null;

-- Functions of other slices read their tables as whoever calls them, and the reading account may read none.
create function rest.status_of(kind text, payee uuid, order_item text, market text, month date, available date)
returns text language sql stable parallel safe security definer set search_path = public, pg_temp
return case
  when kind in ('payout', 'payout_reversal') then 'paid'
  when posted_on(market, month, available) <= rest.report_day() and under_review(payee, order_item) is null
    then 'posted'
  else 'pending' end;
revoke execute on function rest.status_of from public;

create view rest.earnings_ledger as
select l.id, l.order_item_id, l.transaction_type,
  round(l.gross_commission_cents / 100.0, 2) as gross_commission,
  round(l.platform_fee_cents / 100.0, 2) as platform_fee_amount,
  round(l.user_amount_cents / 100.0, 2) as user_amount,
  rest.status_of(l.transaction_type, l.payee_id, l.order_item_id, l.marketplace,
    coalesce(l.counts_month, l.earning_month), l.available_on) as status,
  l.created_at
from public.earnings_ledger l
where l.payee_id = (select y.id from public.payees y where y.user_id = rest.caller());

-- The orders that the caller's rows are of, with how sure it is, or was last, that each is theirs.
create view rest.amazon_orders as
select o.order_item_id, o.product_title, o.asin, coalesce(m.confidence, f.confidence, 'unknown') as confidence
from public.amazon_orders o
cross join lateral (select y.id from public.payees y where y.user_id = rest.caller()) y
left join public.order_matches m on m.order_item_id = o.order_item_id and m.payee_id = y.id
left join lateral (
  select current_setting('folio.confidence')::jsonb ->> l.rule as confidence from public.earnings_ledger l
  where l.payee_id = y.id and l.order_item_id = o.order_item_id and l.rule <> 'none'
  order by l.pair_sequence desc limit 1
) f on true
where exists (
  select from public.earnings_ledger l where l.payee_id = y.id and l.order_item_id = o.order_item_id);
