-- Follows or unfollows in one round trip and returns both people's counts; null for somebody who does not exist. Both
-- profiles are locked first, so that a deletion waits or is waited for. Then both counts: two calls about one pair take
-- turns, so that each sees what the other has done.
create or replace function set_follow(follower uuid, followed uuid, following boolean, at timestamptz)
returns table (following_count integer, followers_count integer) language plpgsql as $$
declare
  locked integer;
begin
  perform from profiles where id in (follower, followed) order by id for key share;
  perform from follow_counts where user_id in (follower, followed) order by user_id for no key update;
  get diagnostics locked = row_count;
  if locked = 2 and following then
    insert into followers (follower_id, following_id, created_at) values (follower, followed, at)
    on conflict (follower_id, following_id) do nothing;
  elsif locked = 2 then
    delete from followers where follower_id = follower and following_id = followed;
  end if;
  return query select
    (select c.following_count from follow_counts c where c.user_id = follower),
    (select c.followers_count from follow_counts c where c.user_id = followed);
end $$;
