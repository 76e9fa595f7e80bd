-- Up Migration
-- An account whose address nobody has proven has at most three products a day in everyone's feed
-- (docs/decisions/0044-limits-and-the-public-feed.md). The others have no place there: null.
alter table products alter column feed_at drop not null;
alter table product_categories alter column feed_at drop not null;
create index products_without_place on products (user_id, created_at desc) where feed_at is null and deleted_at is null;

-- As in migration 0049. For an unproven account a day (UTC) has three places, and only what is posted on that day asks
-- for one: who brings things along with dates of their own would fill every day at once. Deleting gives none back.
drop function take_feed_places(uuid, timestamptz[]);
create function take_feed_places(person uuid, wishes timestamptz[], at timestamptz)
returns timestamptz[] language plpgsql as $$
declare
  most constant int := 12;
  most_unproven constant int := 3;
  today constant timestamptz := date_trunc('day', at, 'UTC');
  places timestamptz[] := wishes;
  is_unproven boolean;
  left_today int;
  place int;
  wish timestamptz;
  at_hour timestamptz;
  taken int;
begin
  -- Who is being deleted is waited for here, before their rows are held: the product needs the person as well.
  select email_verified_at is null into is_unproven from users where id = person for key share;
  if is_unproven then
    -- Posts of this person take turns with each other, and with the proof of the address.
    select email_verified_at is null into is_unproven from users where id = person for no key update;
    left_today := most_unproven - (
      select coalesce(sum(h.places), 0) from feed_hours h
      where h.user_id = person and h.hour >= today and h.hour < today + interval '1 day');
  end if;
  for place, wish in select n, w from unnest(wishes) with ordinality as u (w, n) order by w desc, n desc loop
    if is_unproven then
      if left_today <= 0 or date_trunc('day', wish, 'UTC') <> today then
        places[place] := null;
        continue;
      end if;
      left_today := left_today - 1;
    end if;
    -- Hours after this one were found full.
    at_hour := least(date_trunc('hour', wish, 'UTC'), at_hour);
    loop
      select h.places into taken from feed_hours h where user_id = person and hour = at_hour;
      if taken is null or taken < most then
        insert into feed_hours as h (user_id, hour, places) values (person, at_hour, 1)
        on conflict (user_id, hour) do update set places = h.places + 1 where h.places < most
        returning h.places into taken;
        exit when taken is not null;
      end if;
      at_hour := at_hour - interval '1 hour';
    end loop;
    if at_hour < date_trunc('hour', wish, 'UTC') then
      places[place] := at_hour + (most - taken + 1) * interval '1 hour' / most - interval '1 millisecond';
    end if;
  end loop;
  return places;
end $$;

-- Once the address is proven, what had no place gets the one it would have had: when it was posted, or before. So
-- nothing comes up on top, and a reader's next page holds what is put in below them. The newest 500, so that a proof
-- stays quick; far down nobody would see more.
create function enter_feed() returns trigger language plpgsql as $$
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
