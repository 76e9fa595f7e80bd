-- Up Migration
-- Moderation: what admins hide, whom they suspend, and what people report.

-- A suspended account signs in nowhere; each of its sessions has ended. The reason is told to whoever signs in rightly.
alter table users
  add column suspended_at timestamptz,
  add column suspended_reason text check (length(suspended_reason) <= 500),
  add constraint users_suspended_with_reason check ((suspended_at is null) = (suspended_reason is null));

-- The same of a profile: public pages and lists read profiles, and each change of one is announced to their caches.
alter table profiles add column is_suspended boolean not null default false;

-- A product that others do not see: an admin has hidden it, or its owner is suspended. Lists of everyone ask for this
-- one mark, which their indexes leave out or carry, so that it costs them nothing.
alter table products
  add column withheld boolean not null default false,
  add column hidden_at timestamptz,
  add column hidden_reason text check (length(hidden_reason) <= 500),
  add constraint products_hidden_with_reason check ((hidden_at is null) = (hidden_reason is null)),
  add constraint products_hidden_are_withheld check (hidden_at is null or withheld);
drop index products_feed;
create index products_feed on products (created_at desc, id desc) include (user_id)
  where deleted_at is null and not withheld;
drop index products_in_feed;
create index products_in_feed on products (feed_at desc, id desc) where deleted_at is null and not withheld;
drop index products_of_user;
create index products_of_user on products (user_id, created_at desc, id desc) include (withheld)
  where deleted_at is null;

-- Whoever suspends an account locks it and then marks its products. What is being posted at that moment waits for the
-- lock here, the first that it takes, or is waited for, and so is marked either way.
create function withhold_of_suspended() returns trigger language plpgsql as $$
begin
  select suspended_at is not null or new.withheld into new.withheld from users where id = new.user_id for key share;
  new.withheld := coalesce(new.withheld, false);
  return new;
end $$;
create trigger products_of_suspended before insert on products
  for each row execute function withhold_of_suspended();

-- A link to a category carries the mark too, as it carries the owner: each list is one range of one index.
alter table product_categories add column withheld boolean not null default false;
create or replace function set_link_owner() returns trigger language plpgsql as $$
begin
  select p.user_id, p.feed_at, p.withheld into new.user_id, new.feed_at, new.withheld from products p
  where p.id = new.product_id;
  return new;
end $$;
create function withhold_links() returns trigger language plpgsql as $$
begin
  update product_categories set withheld = new.withheld where product_id = new.id;
  return null;
end $$;
create trigger products_links_withheld after update of withheld on products
  for each row when (old.withheld <> new.withheld) execute function withhold_links();
drop index product_categories_newest;
create index product_categories_newest on product_categories (category_id, created_at desc, product_id desc)
  include (user_id) where not withheld;
drop index product_categories_in_feed;
create index product_categories_in_feed on product_categories (category_id, feed_at desc, product_id desc)
  where not withheld;
drop index product_categories_of_user;
create index product_categories_of_user on product_categories (user_id, category_id, created_at desc, product_id desc)
  include (withheld);

-- Nothing is recorded of a product that nobody can see. The function is kept as it has become, but for that.
do $$
declare
  present text := pg_get_functiondef('record_clicks'::regproc);
  changed text := replace(present, 'where id = c.product_id and deleted_at is null',
    'where id = c.product_id and deleted_at is null and not withheld');
begin
  if changed = present then
    raise exception 'record_clicks() looks up products in another way than this migration knows';
  end if;
  execute changed;
end $$;

-- What has been reported or decided on, one row a thing: each list of admins is one range of one index.
create table moderation_cases (
  id uuid primary key default uuidv7(),
  product_id uuid unique references products,
  user_id uuid unique references users on delete cascade,
  open_reports integer not null default 0 check (open_reports >= 0),
  -- When it was last reported, or first decided on without a report.
  noted_at timestamptz not null,
  constraint moderation_cases_of_one_thing check (num_nonnulls(product_id, user_id) = 1)
);
create index moderation_cases_newest on moderation_cases (noted_at desc, id desc);
create index moderation_cases_open on moderation_cases (noted_at desc, id desc) where open_reports > 0;

create table reports (
  id uuid primary key default uuidv7(),
  case_id uuid not null references moderation_cases on delete cascade,
  -- Empty for a visitor, and once the account is gone.
  reporter_id uuid references users on delete set null,
  -- A keyed hash of the account, or of a visitor's address prefix and the day: nobody counts twice a day.
  reporter_key bytea not null,
  day date not null,
  reason text not null check (reason in ('spam', 'misleading', 'offensive', 'impersonation', 'other')),
  text text check (length(text) <= 1000),
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint reports_once_a_day unique (case_id, day, reporter_key)
);
create index reports_reporter on reports (reporter_id);
create index reports_of_case on reports (case_id, created_at desc);

-- What was decided of a person or a product of theirs, and why: told to them, and to admins who decide next.
create table moderation_decisions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  product_id uuid references products,
  action text not null check (action in ('product_hidden', 'product_restored', 'account_suspended', 'account_restored',
    'sessions_ended')),
  reason text not null check (length(reason) between 1 and 500),
  decided_by uuid references users on delete set null,
  decided_at timestamptz not null,
  constraint moderation_decisions_name_product check ((action like 'product%') = (product_id is not null))
);
create index moderation_decisions_user on moderation_decisions (user_id, decided_at desc);
create index moderation_decisions_product on moderation_decisions (product_id);
create index moderation_decisions_decided_by on moderation_decisions (decided_by);
create trigger moderation_decisions_keep before update of action, reason, user_id, product_id, decided_at
  on moderation_decisions for each row execute function refuse_change();
