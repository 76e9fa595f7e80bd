-- Up Migration
-- Searching products: a part of the title, the description or a tag, whatever the case and accents.
create extension if not exists btree_gin;

create function search_form(text text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(text, NFKD), '[\u0300-\u036f]', '', 'g'))
$$;
-- What search_text is compared with (LIKE): the text itself, whatever signs it holds.
create function search_pattern(text text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(search_form(text), '([\\%_])', '\\\1', 'g') || '%'
$$;
create function product_search_text(title text, description text, tags text[])
returns text language sql immutable parallel safe as $$
  select search_form(concat_ws(e'\n', title, description, array_to_string(tags, e'\n')))
$$;
alter table products add column search_text text
  generated always as (product_search_text(title, description, tags)) stored;
-- One index for one's own products and for everybody's: a search may leave the owner out.
create index products_search on products using gin (user_id, search_text gin_trgm_ops) where deleted_at is null;

-- A link carries its product's owner too, so that one's own products of a category, newest first, are one index range.
-- A trigger fills it in, so that no writer can forget it or be wrong.
alter table product_categories add column user_id uuid;
alter table product_categories disable trigger product_categories_categorized;
update product_categories c set user_id = p.user_id from products p where p.id = c.product_id;
alter table product_categories enable trigger product_categories_categorized;
create function set_link_owner() returns trigger language plpgsql as $$
begin
  select p.user_id into new.user_id from products p where p.id = new.product_id;
  return new;
end $$;
create trigger product_categories_owner before insert or update on product_categories
  for each row execute function set_link_owner();
-- A deleted product is in no category, so that counting links is counting products.
alter table products add constraint products_deleted_uncategorized check (deleted_at is null or not is_categorized);
create index product_categories_of_user on product_categories (user_id, category_id, created_at desc, product_id desc);

-- Nobody has more than eight pinned categories (docs/product/my-folio.md#manage-categories). Without a row a category counts as pinned when its
-- sort_order is 8 or less. The lock makes one person's pins wait for each other.
create function check_pins() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id for no key update;
  if 8 < (
    select count(*) from categories c
    left join user_category_preferences p on p.category_id = c.id and p.user_id = new.user_id
    where coalesce(p.is_pinned, c.sort_order <= 8)
  ) then
    raise exception 'user % has more than eight pinned categories', new.user_id
      using errcode = 'check_violation', constraint = 'at_most_eight_pinned';
  end if;
  return null;
end $$;
create trigger user_category_preferences_pins after insert or update on user_category_preferences
  for each row when (new.is_pinned) execute function check_pins();
