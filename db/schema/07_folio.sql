-- The categories that everybody has.
create table categories (
  id uuid primary key default uuidv7(),
  name text not null unique,
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  sort_order integer not null unique check (sort_order > 0)
);
insert into categories (name, slug, sort_order)
select name, lower(name), ordinality
from unnest(array['Fashion', 'Beauty', 'Home', 'Kitchen', 'Electronics', 'Fitness', 'Books', 'Kids', 'Pets',
  'Travel', 'Outdoors', 'Office', 'Food', 'Toys', 'Health', 'Garden']) with ordinality as c (name, ordinality);

-- A shared item: something at Amazon, in the creator's words.
create table products (
  id uuid primary key default uuidv7(),
  -- Empty only on a tombstone whose owner has left.
  user_id uuid references users on delete set null,
  payee_id uuid not null,
  amazon_url text not null check (amazon_url ~ '^https://' and length(amazon_url) <= 2048),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  asin text not null check (asin ~ '^[A-Z0-9]{10}$'),
  -- A made-up ASIN, for a link that had none; the matcher ignores it and no shop link uses it.
  asin_is_made_up boolean not null default false,
  title text not null default '' check (length(title) <= 500),
  description text check (length(description) <= 5000),
  user_comment text check (length(user_comment) <= 2000),
  image_url text check (length(image_url) <= 2048),
  image_source text check (image_source in ('amazon', 'owner', 'sample')),
  price_cents integer check (price_cents >= 0),
  price_as_of timestamptz,
  tags text[] check (tags is null or tags_are_clean(tags)),
  is_categorized boolean not null,
  metadata_source text not null check (metadata_source in ('creators_api', 'page', 'sample', 'owner')),
  version integer not null default 1 check (version > 0),
  import_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A tombstone: gone for everyone, kept because orders arrive up to 89 days after a click.
  deleted_at timestamptz,
  search_text text generated always as (product_search_text(title, description, tags)) stored,
  -- A warning to the product's owner about its shop link: the item is gone from Amazon, or out of stock.
  attention text check (attention in ('gone', 'out_of_stock')),
  attention_since timestamptz,
  -- The product's place in the public feed (docs/decisions/0044-limits-and-the-public-feed.md): when it was posted, or
  -- earlier if its owner has posted much within an hour; null if an account with an unproven address has posted more
  -- than three a day. Set once by triggers, and never changed: no edit moves a product up again.
  feed_at timestamptz default '-infinity',
  -- A product that others do not see: an admin has hidden it, or its owner is suspended. Public lists ask for this one
  -- mark, which their indexes leave out or include, so that it costs them nothing.
  withheld boolean not null default false,
  hidden_at timestamptz,
  hidden_reason text check (length(hidden_reason) <= 500),
  -- The one mark that lists of others ask for: withheld by an admin, or without a title of its own. A withheld product
  -- has no page either.
  unlisted boolean not null generated always as (withheld or title = '' or metadata_source = 'sample') stored,
  -- The side of the uploaded picture.
  image_side smallint,
  unique (id, created_at),
  constraint products_import_key unique (user_id, import_key),
  check (user_id is not null or deleted_at is not null),
  check ((price_cents is null) = (price_as_of is null)),
  check ((image_url is null) = (image_source is null)),
  constraint products_check4 check ((attention is null) = (attention_since is null)),
  -- A deleted product is in no category, so that counting links is counting products.
  constraint products_deleted_uncategorized check (deleted_at is null or not is_categorized),
  constraint products_hidden_are_withheld check (hidden_at is null or withheld),
  constraint products_hidden_with_reason check ((hidden_at is null) = (hidden_reason is null)),
  constraint products_idempotency_key_check check (length(import_key) <= 255),
  constraint products_no_sample_price check (metadata_source <> 'sample' or price_cents is null),
  -- A trigger, so that no writer can forget it.
  constraint products_turn_no_text check (
    not (turns_text(title) or turns_text(description) or turns_text(user_comment) or turns_text(tags::text)))
);
create index products_inbox on products (user_id, created_at desc, id desc)
  where deleted_at is null and not is_categorized;
create index products_asin on products (asin, created_at desc, id desc) where deleted_at is null;
create index products_payee on products (payee_id);
-- One index for one's own products and for everybody's: a search may leave the owner out.
create index products_search on products using gin (user_id, search_text gin_trgm_ops) where deleted_at is null;
create index products_attention on products (user_id) where attention is not null and deleted_at is null;
-- Candidates for the matcher: tombstones too, since orders arrive up to 89 days after a click.
create index products_of_asin on products (marketplace, asin) where not asin_is_made_up;
-- Whether a product shows an uploaded picture.
create index products_own_picture on products (image_url) where image_source = 'owner';
-- The public feed's newest products are searched for those of followed people: with the owner in the index, that reads
-- no product of others.
create index products_feed on products (created_at desc, id desc) include (user_id)
  where deleted_at is null and not unlisted;
create index products_in_feed on products (feed_at desc, id desc) where deleted_at is null and not unlisted;
create index products_of_user on products (user_id, created_at desc, id desc) include (unlisted)
  where deleted_at is null;
create index products_without_place on products (user_id, created_at desc) where feed_at is null and deleted_at is null;

-- Includes the product's date, so that a category's newest products are one index range.
create table product_categories (
  product_id uuid not null,
  category_id uuid not null references categories,
  created_at timestamptz not null,
  -- A link includes its product's owner too, so that one's own products of a category, newest first, are one index
  -- range. A trigger sets it, so that no writer can forget it or get it wrong.
  user_id uuid,
  feed_at timestamptz default '-infinity',
  -- A link to a category includes the mark, as it includes the owner: each list is one range of one index.
  unlisted boolean constraint product_categories_withheld_not_null not null default false,
  primary key (product_id, category_id),
  foreign key (product_id, created_at) references products (id, created_at) on update cascade on delete cascade
);
create index product_categories_newest on product_categories (category_id, created_at desc, product_id desc)
  include (user_id)
  where not unlisted;
create index product_categories_in_feed on product_categories (category_id, feed_at desc, product_id desc)
  where not unlisted;
create index product_categories_of_user on product_categories (user_id, category_id, created_at desc, product_id desc)
  include (unlisted);

-- Slugs are never reused: no row leaves this table.
create table short_links (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 25),
  product_id uuid not null references products,
  created_at timestamptz not null
);
create index short_links_product on short_links (product_id, created_at);
create trigger short_links_keep before delete or update on short_links
  for each row execute function refuse_change();

-- The categories that people have pinned, and their order.
create table user_category_preferences (
  user_id uuid not null references users on delete cascade,
  category_id uuid not null references categories,
  is_pinned boolean not null,
  sort_order integer,
  primary key (user_id, category_id)
);

-- When to look up each item of a product at Amazon again: one row an item, however many products it has.
create table item_checks (
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  asin text not null check (asin ~ '^[A-Z0-9]{10}$'),
  next_check_at timestamptz not null,
  -- The size of its products' clicks, in powers of two: larger ones come first when not all can be read.
  popularity smallint not null default 0 check (popularity between 0 and 20),
  -- Since when Amazon no longer knows the item: a single answer without it may be a hiccup.
  missed_at timestamptz,
  primary key (marketplace, asin)
);
create index item_checks_due on item_checks (marketplace, popularity, next_check_at);

-- How many places of an hour of the feed a person has taken. Deleting gives none back, or deleting and posting again
-- would move a product up.
create table feed_hours (
  user_id uuid not null references users on delete cascade,
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  places smallint not null check (places between 1 and 12),
  primary key (user_id, hour)
);

-- The changes of a collection's import, so that it can be undone for a day (decision 12). Nothing else reads it, and a
-- job deletes it after two.
create table collection_imports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  -- How many it made and changed, shown with the offer to undo it.
  created integer not null check (created >= 0),
  updated integer not null check (updated >= 0),
  -- The same result for a person who undoes it twice.
  removed integer not null default 0 check (removed >= 0),
  kept integer not null default 0 check (kept >= 0),
  undone_at timestamptz
);
create index collection_imports_of on collection_imports (user_id, created_at desc);
create index collection_imports_age on collection_imports (created_at);

-- The products that an import made and that its undoing has not checked yet. Each was made by one import.
create table collection_import_items (
  product_id uuid primary key references products on delete cascade,
  import_id uuid not null references collection_imports on delete cascade
);
create index collection_import_items_of on collection_import_items (import_id, product_id);
