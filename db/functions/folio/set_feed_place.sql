-- A product without a given place stands in the feed where it was posted. Triggers, so that no writer can forget it.
create or replace function set_feed_place() returns trigger language plpgsql as $$
begin
  new.feed_at := new.created_at;
  return new;
end $$;

create trigger products_feed_place before insert on products
  for each row when (new.feed_at = '-infinity') execute function set_feed_place();
