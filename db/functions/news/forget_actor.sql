-- Takes back from everybody's news what somebody did who is suspended or leaves; news of nobody else go. That it was
-- told is kept as long as the account. Rows are locked before they are counted, so that two who go at once both count.
create or replace function forget_actor(gone uuid) returns void language plpgsql as $$
declare
  changed uuid[];
  by_them int[];
begin
  select array_agg(news_id), array_agg(n) into changed, by_them
  from (select news_id, count(*)::int as n from news_once where actor = gone and news_id is not null group by news_id) o;
  if changed is null then return; end if;
  perform from news where id = any (changed) order by user_id, kind, subject, id for update;
  delete from news n using unnest(changed, by_them) as o (id, n) where n.id = o.id and n.count <= o.n;
  update news n set count = n.count - o.n, actors = array_remove(n.actors, gone)
  from unnest(changed, by_them) as o (id, n) where n.id = o.id;
  update news_once set news_id = null where actor = gone and news_id is not null;
end $$;
