-- Keeps the counts of followers exact, by triggers, so that no writer can forget it. A row is locked until its
-- transaction ends. All writers lock in the order of ids and after everything else, so two people who follow each other
-- at once take turns. Everyone whose followers changed is announced on page_changed, up to a thousand at once; pages of
-- the others are kept for a minute at most. Each connection keeps the plans of its first call: plans made for a
-- thousand rows at once would later read the counts of all people for a single follow. So such plans are switched off.
create or replace function count_follows() returns trigger language plpgsql
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
