-- Up Migration
-- Where a product stands in everyone's feed (docs/decisions/0044): when it was posted, or earlier where one person has
-- posted much within an hour. Given once, and never changed: no edit brings a product up again.
alter table products add column feed_at timestamptz;
alter table product_categories add column feed_at timestamptz;
-- Nothing changes for anyone yet, so no page is announced.
alter table products disable trigger user;
alter table product_categories disable trigger user;
update products set feed_at = created_at;
update product_categories set feed_at = created_at;
alter table products enable trigger user;
alter table product_categories enable trigger user;
-- The default is what triggers put right.
alter table products alter column feed_at set default '-infinity', alter column feed_at set not null;
alter table product_categories alter column feed_at set default '-infinity', alter column feed_at set not null;
create index products_in_feed on products (feed_at desc, id desc) where deleted_at is null;
create index product_categories_in_feed on product_categories (category_id, feed_at desc, product_id desc);

-- Triggers, so that no writer can forget it: who gives a product no place stands where it was posted.
create function set_feed_place() returns trigger language plpgsql as $$
begin
  new.feed_at := new.created_at;
  return new;
end $$;
create trigger products_feed_place before insert on products
  for each row when (new.feed_at = '-infinity') execute function set_feed_place();
create or replace function set_link_owner() returns trigger language plpgsql as $$
begin
  select p.user_id, p.feed_at into new.user_id, new.feed_at from products p where p.id = new.product_id;
  return new;
end $$;

-- How many places of an hour of the feed a person has taken. Deleting gives none back, or deleting and posting again
-- would bring a product up.
create table feed_hours (
  user_id uuid references users on delete cascade,
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  places smallint not null check (places between 1 and 12),
  primary key (user_id, hour)
);

-- Places for products of one person: the wished ones while there is room in their hours, else the next earlier hours
-- that have some, spread over them. Rows are locked from the latest hour on, so posts of one person take turns.
create function take_feed_places(person uuid, wishes timestamptz[]) returns timestamptz[] language plpgsql as $$
declare
  most constant int := 12;
  places timestamptz[] := wishes;
  place int;
  wish timestamptz;
  at_hour timestamptz;
  taken int;
begin
  -- Who is being deleted is waited for here, before their rows are held: the product needs the person as well.
  perform from users where id = person for key share;
  for place, wish in select n, w from unnest(wishes) with ordinality as u (w, n) order by w desc, n desc loop
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
