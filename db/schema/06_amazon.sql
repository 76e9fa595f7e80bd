-- The last reading of an item at Amazon. The server's own knowledge: products take price and picture from here, never
-- from a client.
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
  availability text check (availability in ('in_stock', 'out_of_stock')),
  primary key (marketplace, asin),
  check ((price_cents is null) = (price_as_of is null)),
  -- Amazon allows prices to be shown only from its API.
  constraint amazon_items_no_page_price check (source = 'creators_api' or price_cents is null),
  constraint amazon_items_turn_no_text check (not (turns_text(title) or turns_text(description)))
);

-- The calls of Amazon's Creators API that this installation's account may make, shared by all processes.
create table amazon_calls (
  only_row boolean primary key default true check (only_row),
  -- The day (UTC) of the count in `calls`.
  day date not null default '-infinity',
  calls integer not null default 0,
  next_turn_at timestamptz not null default '-infinity',
  -- Amazon asked us to wait until then.
  paused_until timestamptz not null default '-infinity'
);
insert into amazon_calls default values;
