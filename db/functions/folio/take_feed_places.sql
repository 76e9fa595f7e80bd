-- Gives products of one person places in the public feed: the wished ones while their hours have room, else the next
-- earlier hours that have some, spread over them. Rows are locked from the latest hour backwards, so that posts of one
-- person take turns.
--
-- An account with an unproven address has three places a day (UTC), and only products posted on that day use one:
-- imported products with dates of their own would otherwise fill every day at once. Deleting a product gives no place
-- back (docs/decisions/0044-limits-and-the-public-feed.md).
create or replace function take_feed_places(person uuid, wishes timestamptz[], at timestamptz)
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
  -- If the person is being deleted, wait here, before their rows are locked: the product needs the person as well.
  select email_verified_at is null into is_unproven from users where id = person for key share;
  if is_unproven then
    -- Posts of this person wait for each other, and for the proof of the address.
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
    -- Hours after this one are known to be full.
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
