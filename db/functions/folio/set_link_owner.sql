-- A link to a category copies its product's owner, place in the feed and mark, so that each list is one range of one
-- index. A trigger, so that no writer can forget it or get it wrong.
create or replace function set_link_owner() returns trigger language plpgsql as $$
begin
  select p.user_id, p.feed_at, p.unlisted into new.user_id, new.feed_at, new.unlisted from products p
  where p.id = new.product_id;
  return new;
end $$;

create trigger product_categories_owner before insert or update on product_categories
  for each row execute function set_link_owner();
