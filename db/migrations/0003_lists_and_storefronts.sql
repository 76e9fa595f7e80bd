-- A person's list of products, in their order: own ones, and others' by saving, whose credit stays their creator's. A
-- look is a list with a photo on which its items have points.
create table lists (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- Made from the title by the short link's rule, without its time; unique among all slugs that the person ever had.
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 25),
  title text not null check (length(title) between 1 and 80),
  words text check (length(words) <= 500),
  -- An own uploaded picture.
  cover_url text check (length(cover_url) <= 2048),
  is_look boolean not null default false,
  -- The private list that the hearts of a browser are kept in: one a person.
  is_saved boolean not null default false,
  is_public boolean not null default false,
  -- When it first became public. From then on each of its products has a link of the list's own.
  first_public_at timestamptz,
  -- Kept by triggers: its items, and those that others may see.
  items_count integer not null default 0,
  shown_count integer not null default 0,
  hidden_at timestamptz,
  hidden_reason text check (length(hidden_reason) <= 500),
  -- The one mark that reads of others ask for, beside their owner's suspension: enough of it can be shown, and no admin
  -- has hidden it.
  is_shown boolean not null generated always as (is_public and hidden_at is null and shown_count >= 3) stored,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint lists_items_limit check (items_count between 0 and 500),
  constraint lists_shown_are_items check (shown_count between 0 and items_count),
  constraint lists_saved_are_private check (not is_saved or (not is_public and not is_look)),
  constraint lists_looks_have_a_photo check (not is_look or cover_url is not null),
  constraint lists_public_since check (not is_public or first_public_at is not null),
  constraint lists_hidden_with_reason check ((hidden_at is null) = (hidden_reason is null)),
  constraint lists_turn_no_text check (not (turns_text(title) or turns_text(words)))
);
create unique index lists_saved on lists (user_id) where is_saved;
create index lists_of_user on lists (user_id, updated_at desc, id desc);
create index lists_own_picture on lists (cover_url) where cover_url is not null;
-- For the sitemap.
create index lists_public on lists (id) where is_shown;

-- The days (UTC) on which a list of a person became public for the first time: one a day, whatever becomes of it.
create table list_days (
  user_id uuid not null references users on delete cascade,
  day date not null,
  primary key (user_id, day)
);

-- Every slug that a person's lists have had, so that old addresses lead on and no list gets another's.
create table list_slugs (
  user_id uuid not null references users on delete cascade,
  slug text not null,
  list_id uuid not null references lists on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, slug)
);
create index list_slugs_list on list_slugs (list_id);

-- The short link that stands for a product in a list. It outlives item and list: it leads to the product for ever, and
-- a product that is put into the list again gets it again.
create table list_links (
  short_link_id text primary key references short_links,
  -- Null once the list is deleted.
  list_id uuid references lists on delete set null,
  product_id uuid not null references products,
  -- The product's creator has taken it out of the list: it cannot be shown there again.
  refused_at timestamptz
);
create unique index list_links_of_list on list_links (list_id, product_id);
create index list_links_of_product on list_links (product_id);

create table list_items (
  id uuid primary key default uuidv7(),
  list_id uuid not null references lists on delete cascade,
  product_id uuid not null references products,
  position integer not null check (position > 0),
  -- The list owner's sentence about it.
  line text check (length(line) <= 200),
  -- Null while the list has never been public.
  short_link_id text references list_links,
  -- The middle of its point on a look's photo, in ten-thousandths of width and height; at most twelve a list.
  point_x smallint check (point_x between 0 and 10000),
  point_y smallint check (point_y between 0 and 10000),
  -- A copy of the product's and the creator's word, kept by triggers: others may see it in this list.
  is_shown boolean not null default false,
  added_at timestamptz not null,
  unique (list_id, product_id),
  constraint list_items_points_are_whole check ((point_x is null) = (point_y is null)),
  constraint list_items_turn_no_text check (not turns_text(line))
);
create index list_items_in_order on list_items (list_id, position, id);
create index list_items_of_product on list_items (product_id);
create index list_items_link on list_items (short_link_id) where short_link_id is not null;

-- Links of lists are no others of their product's: they count towards no limit, and are shown to nobody but through
-- their list.
alter table short_links add column is_of_list boolean not null default false;

-- The link of a list that a click came through; null for any other.
alter table clicks add column list_link click_text;
alter table click_deltas add column list_link text;

-- Counted views and presses through a list's link in a day (UTC), kept for ever.
create table click_list_days (
  short_link_id text not null,
  day date not null,
  people integer not null,
  presses integer not null,
  primary key (short_link_id, day) include (people, presses)
);

-- The quarters of an hour of days that no ranking divides any more are forgotten: the days themselves are kept for
-- ninety days now.
alter table click_networks
  drop constraint click_networks_last_seen_check,
  add constraint click_networks_last_seen_check check (cardinality(last_seen) in (0, 96));

-- How often each product was viewed in ninety days: by networks, each once a day, of proven creators alone. Made anew
-- every hour, so that no click changes a page.
create table product_ranks (
  product_id uuid primary key references products,
  user_id uuid not null references users on delete cascade,
  -- Copies of the product's.
  marketplace text not null,
  asin text not null,
  score integer not null check (score > 0)
);
create index product_ranks_of_user on product_ranks (user_id, score desc, product_id desc);
create index product_ranks_of_item on product_ranks (marketplace, asin, score desc, product_id desc);

-- The best ranked products of each category, at most one of a person and one of an item.
create table category_ranks (
  category_id uuid not null references categories,
  place smallint not null check (place > 0),
  product_id uuid not null references products,
  primary key (category_id, place)
);
create index category_ranks_product on category_ranks (product_id);

-- A storefront: a cover of one's own, links to other places, and up to six products that stand first.
alter table profiles
  add column cover_url text check (length(cover_url) <= 2048),
  add column links text[] not null default '{}' check (cardinality(links) <= 8);
create index profiles_own_cover on profiles (cover_url) where cover_url is not null;

create table product_picks (
  user_id uuid not null references users on delete cascade,
  product_id uuid not null references products,
  position smallint not null check (position between 1 and 6),
  primary key (user_id, product_id),
  constraint product_picks_position unique (user_id, position) deferrable initially immediate
);
create index product_picks_product on product_picks (product_id);

-- A product's further own photos, in their order; its first is its picture (image_url), which cards show.
alter table products
  add column photos text[] constraint products_photos_limit check (cardinality(photos) between 1 and 3);
-- Whether a product shows an uploaded picture.
create index products_own_photos on products using gin (photos) where photos is not null;

-- Lists are reported, hidden and restored like products.
alter table moderation_cases
  add column list_id uuid unique references lists,
  drop constraint moderation_cases_of_one_thing,
  add constraint moderation_cases_of_one_thing check (num_nonnulls(product_id, user_id, list_id) = 1);
alter table moderation_decisions
  -- Without a foreign key: the decision outlives the list.
  add column list_id uuid,
  drop constraint moderation_decisions_action_check,
  add constraint moderation_decisions_action_check check (action in ('product_hidden', 'product_restored',
    'list_hidden', 'list_restored', 'account_suspended', 'account_restored', 'sessions_ended')),
  add constraint moderation_decisions_name_list check ((action like 'list%') = (list_id is not null));
