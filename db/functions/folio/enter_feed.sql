-- Once the address is proven, products that had no place in the public feed get the place that they would have had:
-- when they were posted, or earlier. So nothing appears on top, and a reader's next page includes what was added below.
-- Only the newest 500, so that the proof stays quick; nobody reads further down.
create or replace function enter_feed() returns trigger language plpgsql as $$
declare
  waiting uuid[];
  places timestamptz[];
begin
  select array_agg(id order by created_at desc, id desc),
    take_feed_places(new.id, array_agg(created_at order by created_at desc, id desc), new.email_verified_at)
  into waiting, places
  from (
    select id, created_at from products
    where user_id = new.id and feed_at is null and deleted_at is null
    order by created_at desc limit 500
  ) as newest;
  update products p set feed_at = u.place from unnest(waiting, places) as u (id, place) where p.id = u.id;
  -- A link copies its product's place (`set_link_owner`).
  update product_categories c set feed_at = p.feed_at from products p
  where c.product_id = any (waiting) and p.id = c.product_id;
  return null;
end $$;

create trigger users_enter_feed after update of email_verified_at on users
  for each row when (old.email_verified_at is null and new.email_verified_at is not null)
  execute function enter_feed();
