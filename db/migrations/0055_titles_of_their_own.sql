-- Up Migration
-- Sample details are their owner's alone: what has no title of its own is in no list of others, though its link works.

-- 'sample' says from now on that the title is a sample's. A new picture had made the source the owner's beside it.
create temporary table sample_items (title text primary key, slug text not null, tags text[] not null) on commit drop;
insert into sample_items values
  ('Everyday Canvas Tote Bag', 'everyday-canvas-tote', '{fashion,bag,everyday}'),
  ('Illustrated Field Guide to Garden Birds', 'illustrated-field-gu', '{books,nature,gift}'),
  ('Cedar and Fig Soy Candle', 'cedar-and-fig-soy-ca', '{home,candle,cozy}'),
  ('Bentwood Lounge Chair', 'bentwood-lounge-chai', '{home,furniture,"living room"}'),
  ('Round Tortoiseshell Sunglasses', 'round-tortoiseshell', '{fashion,summer,accessories}'),
  ('Wireless Over-Ear Headphones', 'wireless-over-ear-he', '{electronics,audio,travel}'),
  ('Gooseneck Pour-Over Kettle', 'gooseneck-pour-over', '{kitchen,coffee,morning}'),
  ('Dimmable Linen Table Lamp', 'dimmable-linen-table', '{home,lighting,bedroom}'),
  ('Satin Finish Lipstick in Rosewood', 'satin-finish-lipstic', '{beauty,makeup,everyday}'),
  ('Speckled Stoneware Mug', 'speckled-stoneware-m', '{kitchen,ceramics,coffee}'),
  ('Potted Monstera in Terracotta', 'potted-monstera-in-t', '{home,plants,green}'),
  ('Lightweight Knit Running Sneaker', 'lightweight-knit-run', '{fitness,shoes,running}'),
  ('Compact Bluetooth Speaker', 'compact-bluetooth-sp', '{electronics,audio,outdoors}'),
  ('Ribbed Ceramic Bud Vase', 'ribbed-ceramic-bud-v', '{home,ceramics,decor}'),
  ('Minimalist Leather Strap Watch', 'minimalist-leather-s', '{fashion,watch,gift}');
update products p set metadata_source = 'sample', price_cents = null, price_as_of = null
from sample_items s where p.metadata_source = 'owner' and trim(p.title) = s.title and p.deleted_at is null;

-- Tags that came with a sample and were left as they were: all of one sample's, beside an item that Amazon told nothing of.
update products p set tags = (select array_agg(t order by place) from unnest(p.tags) with ordinality as x (t, place)
  where not t = any (s.tags))
from sample_items s
where p.tags @> s.tags and p.deleted_at is null and p.metadata_source in ('sample', 'owner')
  and not exists (select from amazon_items i where i.marketplace = p.marketplace and i.asin = p.asin);

-- A short link that was made of a sample's title stays, since it may have been handed out. What is shown from now on is
-- another one, and the first one is what is shown.
do $$
declare
  named record;
  place text;
begin
  for named in
    select first.id, first.product_id, first.created_at from products p
    cross join lateral (
      select l.id, l.product_id, l.created_at from short_links l where l.product_id = p.id order by l.created_at limit 1
    ) as first
    where p.deleted_at is null
      and exists (
        select from sample_items s
        where first.id ~ ('^' || s.slug || '-[0-9a-z]{4}$')
          -- Not where its owner's own words begin like the sample's.
          and (trim(p.title) = s.title or p.title not ilike left(s.title, 12) || '%'))
      and not exists (select from amazon_items i where i.marketplace = p.marketplace and i.asin = p.asin)
  loop
    loop
      select 'item-' || string_agg(substr('0123456789abcdefghijklmnopqrstuvwxyz', 1 + floor(random() * 36)::int, 1), '')
      into place from generate_series(1, 4);
      insert into short_links (id, product_id, created_at)
      values (place, named.product_id, named.created_at - interval '1 millisecond') on conflict (id) do nothing;
      exit when found;
    end loop;
  end loop;
end $$;

-- What is checked at the end of a transaction is checked now: a table with checks that wait cannot be altered.
set constraints all immediate;

-- The one mark that lists of others ask for: withheld by an admin, or without a title of its own. What is withheld has
-- no page either.
alter table products add column unlisted boolean not null
  generated always as (withheld or title = '' or metadata_source = 'sample') stored;
drop index products_feed;
create index products_feed on products (created_at desc, id desc) include (user_id)
  where deleted_at is null and not unlisted;
drop index products_in_feed;
create index products_in_feed on products (feed_at desc, id desc) where deleted_at is null and not unlisted;
drop index products_of_user;
create index products_of_user on products (user_id, created_at desc, id desc) include (unlisted)
  where deleted_at is null;

-- A link to a category carries this mark; its indexes go along with its new name.
alter table product_categories rename column withheld to unlisted;
create or replace function set_link_owner() returns trigger language plpgsql as $$
begin
  select p.user_id, p.feed_at, p.unlisted into new.user_id, new.feed_at, new.unlisted from products p
  where p.id = new.product_id;
  return new;
end $$;
update product_categories pc set unlisted = true from products p
where p.id = pc.product_id and p.unlisted and not pc.unlisted;
drop trigger products_links_withheld on products;
drop function withhold_links();
create function unlist_links() returns trigger language plpgsql as $$
begin
  update product_categories set unlisted = new.unlisted where product_id = new.id;
  return null;
end $$;
create trigger products_links_unlisted after update on products
  for each row when (old.unlisted <> new.unlisted and new.deleted_at is null) execute function unlist_links();
