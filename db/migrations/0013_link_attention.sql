-- Up Migration
-- What a product's owner should know of its shop link: the item is gone from Amazon, or out of stock.
alter table products
  add column attention text check (attention in ('gone', 'out_of_stock')),
  add column attention_since timestamptz,
  add check ((attention is null) = (attention_since is null));
create index products_attention on products (user_id) where attention is not null and deleted_at is null;

-- Prices are read again all day long. What only that changes is not announced: a page is kept for a minute at most,
-- and never longer than its price may be shown, so nothing is gained by rendering the feed anew for every reading.
create or replace function notify_product_page() returns trigger language plpgsql as $$
declare
  elsewhere products;
begin
  if tg_op = 'UPDATE' then
    elsewhere := new;
    elsewhere.price_cents := old.price_cents;
    elsewhere.price_as_of := old.price_as_of;
    elsewhere.attention := old.attention;
    elsewhere.attention_since := old.attention_since;
    if elsewhere is not distinct from old then
      return null;
    end if;
  end if;
  perform pg_notify('page_changed', 'product:' || new.id);
  perform pg_notify('page_changed', 'profile:' || coalesce(new.user_id, old.user_id));
  perform pg_notify('page_changed', 'feed');
  return null;
end $$;

alter table amazon_items add column availability text check (availability in ('in_stock', 'out_of_stock'));

-- When each item that products link to is to be read at Amazon again: one row an item, however many products it has.
create table item_checks (
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  asin text not null check (asin ~ '^[A-Z0-9]{10}$'),
  next_check_at timestamptz not null,
  -- How large the number of its products' clicks is, in powers of two: larger ones come first when not all can be read.
  popularity smallint not null default 0 check (popularity between 0 and 20),
  -- Since when Amazon no longer knows the item: one answer without it may be a hiccup.
  missed_at timestamptz,
  primary key (marketplace, asin)
);
create index item_checks_due on item_checks (marketplace, popularity, next_check_at);

-- A trigger, so that no writer can forget it. An item that is posted again is read again.
create function schedule_item_check() returns trigger language plpgsql as $$
begin
  insert into item_checks as c (marketplace, asin, next_check_at)
  values (new.marketplace, new.asin, new.created_at)
  on conflict (marketplace, asin) do update set next_check_at = excluded.next_check_at
  where excluded.next_check_at < c.next_check_at;
  return null;
end $$;
create trigger products_item_check after insert on products
  for each row when (new.deleted_at is null and not new.asin_is_made_up) execute function schedule_item_check();

insert into item_checks (marketplace, asin, next_check_at, popularity)
select p.marketplace, p.asin, max(p.created_at), least(20, floor(log(2, sum(e.clicks_count) + 1)))
from products p join earnings e on e.product_id = p.id
where p.deleted_at is null and not p.asin_is_made_up
group by p.marketplace, p.asin;

-- The calls of Amazon's Creators API that this installation's account may make, shared by all processes.
create table amazon_calls (
  only_row boolean primary key default true check (only_row),
  -- The day (UTC) that `calls` are counted in.
  day date not null default '-infinity',
  calls integer not null default 0,
  next_turn_at timestamptz not null default '-infinity',
  -- Amazon asked to wait until then.
  paused_until timestamptz not null default '-infinity'
);
insert into amazon_calls default values;
