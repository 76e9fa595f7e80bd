-- Up Migration
create table categories (
  id uuid primary key default uuidv7(),
  name text not null unique,
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  sort_order integer not null unique check (sort_order > 0)
);
insert into categories (name, slug, sort_order)
select name, lower(name), ordinality
from unnest(array['Fashion', 'Beauty', 'Home', 'Kitchen', 'Electronics', 'Fitness', 'Books', 'Kids', 'Pets',
  'Travel', 'Outdoors', 'Office', 'Food', 'Toys', 'Health', 'Garden']) with ordinality as seed (name, ordinality);

create function tags_are_clean(tags text[]) returns boolean language sql immutable parallel safe as $$
  select cardinality(tags) > 0
    and cardinality(tags) = (select count(distinct tag) from unnest(tags) as tag)
    and not exists (select from unnest(tags) as tag where tag is null or tag <> lower(btrim(tag)) or tag = '')
$$;

create table products (
  id uuid primary key default uuidv7(),
  -- Empty only on a tombstone whose owner has left.
  user_id uuid references users on delete set null,
  payee_id uuid not null references payees,
  amazon_url text not null check (amazon_url ~ '^https://' and length(amazon_url) <= 2048),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  asin text not null check (asin ~ '^[A-Z0-9]{10}$'),
  -- A made-up ASIN stands where the link had none; the matcher ignores it and no shop link uses it.
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
  idempotency_key text check (length(idempotency_key) <= 255),
  idempotency_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A tombstone: gone for everyone, kept because orders arrive up to 89 days after a click.
  deleted_at timestamptz,
  unique (id, created_at),
  constraint products_idempotency_key unique (user_id, idempotency_key),
  check (user_id is not null or deleted_at is not null),
  check ((price_cents is null) = (price_as_of is null)),
  check ((image_url is null) = (image_source is null)),
  check ((idempotency_key is null) = (idempotency_hash is null)),
  constraint products_no_sample_price check (metadata_source <> 'sample' or price_cents is null)
);
create index products_feed on products (created_at desc, id desc) where deleted_at is null;
create index products_of_user on products (user_id, created_at desc, id desc) where deleted_at is null;
create index products_inbox on products (user_id, created_at desc, id desc)
  where deleted_at is null and not is_categorized;
create index products_asin on products (asin, created_at desc, id desc) where deleted_at is null;
create index products_payee on products (payee_id);

-- Carries the product's date, so that a category's newest products are one index range.
create table product_categories (
  product_id uuid not null,
  category_id uuid not null references categories,
  created_at timestamptz not null,
  primary key (product_id, category_id),
  foreign key (product_id, created_at) references products (id, created_at) on update cascade on delete cascade
);
create index product_categories_newest on product_categories (category_id, created_at desc, product_id desc);

-- is_categorized and the links must say the same when a transaction ends.
create function check_product_categorized() returns trigger language plpgsql as $$
declare
  checked uuid;
begin
  -- Branches, not one expression: PL/pgSQL refuses an expression that names a field the row does not have.
  if tg_table_name = 'products' then checked := new.id;
  else checked := coalesce(new.product_id, old.product_id);
  end if;
  if exists (
    select from products p
    where p.id = checked
      and p.is_categorized <> exists (select from product_categories c where c.product_id = p.id)
  ) then
    raise exception 'product %: is_categorized does not match its category links', checked
      using errcode = 'check_violation', constraint = 'products_categorized_matches_links';
  end if;
  return null;
end $$;
create constraint trigger products_categorized after insert or update of is_categorized on products
  deferrable initially deferred for each row execute function check_product_categorized();
create constraint trigger product_categories_categorized after insert or update or delete on product_categories
  deferrable initially deferred for each row execute function check_product_categorized();

-- Slugs are never reused: no row leaves this table.
create table short_links (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 25),
  product_id uuid not null references products,
  created_at timestamptz not null
);
create index short_links_product on short_links (product_id, created_at);
create trigger short_links_keep before delete or update on short_links
  for each row execute function refuse_change();

-- The product's two running totals: clicks_count is kept by clicks, earnings_cents by earnings.
create table earnings (
  product_id uuid primary key references products,
  clicks_count bigint not null default 0 check (clicks_count >= 0),
  earnings_cents bigint not null default 0
);

create table user_category_preferences (
  user_id uuid not null references users on delete cascade,
  category_id uuid not null references categories,
  is_pinned boolean not null,
  sort_order integer,
  primary key (user_id, category_id)
);
