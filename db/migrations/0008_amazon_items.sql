-- Up Migration
-- What was last read of an item at Amazon. The server's own knowledge: products take price and picture from here,
-- never from a client.
create table amazon_items (
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  asin text not null check (asin ~ '^[A-Z0-9]{10}$'),
  title text not null check (length(title) <= 500),
  description text check (length(description) <= 5000),
  image_url text check (length(image_url) <= 2048),
  price_cents integer check (price_cents >= 0),
  price_as_of timestamptz,
  source text not null check (source in ('creators_api', 'page')),
  fetched_at timestamptz not null,
  primary key (marketplace, asin),
  check ((price_cents is null) = (price_as_of is null)),
  -- Amazon lets prices be shown only from its API.
  constraint amazon_items_no_page_price check (source = 'creators_api' or price_cents is null)
);
