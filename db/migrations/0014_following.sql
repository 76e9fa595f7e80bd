-- Up Migration
-- How many people follow each person, and how many they follow. A table of its own, so that a follow changes no
-- profile: profiles are what public pages are made from, and each change of one is announced.
create table follow_counts (
  user_id uuid primary key references profiles on delete cascade,
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0)
) with (fillfactor = 70);

create function start_follow_counts() returns trigger language plpgsql as $$
begin
  insert into follow_counts (user_id) select id from made;
  return null;
end $$;
create trigger profiles_follow_counts after insert on profiles
  referencing new table as made for each statement execute function start_follow_counts();

-- Triggers keep the counts exact, so that no writer can forget it. A row is locked until its transaction ends; all
-- writers lock in the order of ids and after everything else, so two that follow each other at once take turns.
-- Everyone whose followers changed is announced on page_changed, up to a thousand at once: pages of the others are
-- kept for a minute at most.
-- Each connection keeps the plans of its first call: made for a thousand rows at once, they would read the counts of all
-- people for a single follow ever after. So none may.
create function count_follows() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from follow_counts
  where user_id in (select follower_id from changed union select following_id from changed)
  order by user_id for no key update;
  update follow_counts c
  set followers_count = followers_count + step * followers, following_count = following_count + step * following
  from (
    select user_id, sum(follower)::integer as followers, sum(followed)::integer as following
    from (
      select following_id as user_id, 1 as follower, 0 as followed from changed
      union all select follower_id, 0, 1 from changed
    ) as ends
    group by user_id
  ) as d
  where c.user_id = d.user_id;
  perform pg_notify('page_changed', 'followers:' || following_id)
  from (select distinct following_id from changed limit 1000) as followed;
  return null;
end $$;
create trigger followers_counted after insert on followers
  referencing new table as changed for each statement execute function count_follows();
create trigger followers_discounted after delete on followers
  referencing old table as changed for each statement execute function count_follows();
-- A row says who follows whom and since when; nothing of it may change, or the counts would have to follow.
create trigger followers_keep before update on followers for each row execute function refuse_change();

insert into follow_counts (user_id, followers_count, following_count)
select p.id, (select count(*) from followers f where f.following_id = p.id),
  (select count(*) from followers f where f.follower_id = p.id)
from profiles p;

-- Whom someone follows, the last followed first.
create index followers_newest on followers (follower_id, created_at desc, id desc);

-- Follows or unfollows in one round trip and tells both counts as they are then; null for who does not exist. Both
-- profiles are held first: whoever deletes one waits, or is waited for. Then both counts: two calls about one pair take
-- turns, so that each sees what the other has done.
create function set_follow(follower uuid, followed uuid, following boolean, at timestamptz)
returns table (following_count integer, followers_count integer) language plpgsql as $$
declare
  held integer;
begin
  perform from profiles where id in (follower, followed) order by id for key share;
  perform from follow_counts where user_id in (follower, followed) order by user_id for no key update;
  get diagnostics held = row_count;
  if held = 2 and following then
    insert into followers (follower_id, following_id, created_at) values (follower, followed, at)
    on conflict (follower_id, following_id) do nothing;
  elsif held = 2 then
    delete from followers where follower_id = follower and following_id = followed;
  end if;
  return query select
    (select c.following_count from follow_counts c where c.user_id = follower),
    (select c.followers_count from follow_counts c where c.user_id = followed);
end $$;

-- Finding people: a part of 'first last' or of the username, whatever the case and accents. Letters that are no others
-- with an accent, as in Søren and Łukasz, are found by those that most keyboards have.
create function name_form(text text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(translate(search_form(text), 'øłđðħı', 'olddhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;
-- Each begins after a space, so that the beginning of a word is a part of the text too.
create function person_search_text(first_name text, last_name text, username text)
returns text language sql immutable parallel safe as $$
  select regexp_replace(name_form(' ' || first_name || ' ' || last_name), '\s+', ' ', 'g') || e'\n ' || username
$$;
alter table profiles add column search_text text not null
  generated always as (person_search_text(first_name, last_name, username)) stored;
create index profiles_search on profiles using gin (search_text gin_trgm_ops);
-- A frequent word is found among the most followed, before all who match it are read.
create index follow_counts_most_followed on follow_counts (followers_count desc, user_id);

-- The creators whose products were clicked most in the last 7 days, made anew by a job.
create table creator_ranking (
  place integer primary key check (place > 0),
  user_id uuid not null references profiles on delete cascade,
  clicks_count bigint not null check (clicks_count > 0),
  -- Not before the end: a new ranking moves many at once.
  constraint creator_ranking_user unique (user_id) deferrable initially deferred
);
