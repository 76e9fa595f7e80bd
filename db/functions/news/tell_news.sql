-- Tells people what has happened, many at once, and returns whom. What somebody did to a person is told only if their
-- address is proven and they are not suspended, and nobody is told of themselves, or of a kind that they have switched
-- off in the app. An account that is being deleted is left out without waiting for it: both it and the act may hold
-- what the other needs. Rows are written in one order, so that two who tell the same people take turns.
create or replace function tell_news(told jsonb, at timestamptz) returns setof uuid language plpgsql as $$
declare
  most constant int := 500;
  people uuid[];
begin
  with given as (
    select g.* from rows from (jsonb_to_recordset(told) as (user_id uuid, kind text, subject uuid, about uuid,
      actor uuid, count int, amount_cents bigint, detail text, once boolean, is_named boolean)) with ordinality
      as g (user_id, kind, subject, about, actor, count, amount_cents, detail, once, is_named, n)
  ), known as (
    select id, email_verified_at is not null and suspended_at is null as may_be_told_of from users
    where id in (select user_id from given union select actor from given)
    order by id for key share skip locked
  ), worth as (
    select g.* from given g
    where exists (select from known k where k.id = g.user_id)
      and not exists (
        select from news_choices c where c.user_id = g.user_id and c.kind = g.kind and c.way = 'app' and not c.is_on)
      and (actor is null or (actor <> user_id
        and exists (select from known k where k.id = g.actor and k.may_be_told_of)))
  ), first as (
    insert into news_once (user_id, kind, about, actor)
    select distinct user_id, kind, subject, actor from worth where once
    order by 1, 2, 3, 4
    on conflict on constraint news_once_key do nothing
    returning user_id, kind, about, actor
  ), fresh as (
    select * from worth where not once
    union all
    -- The last of several about one thing.
    (select distinct on (w.user_id, w.kind, w.subject, w.actor) w.* from worth w
    join first f on f.user_id = w.user_id and f.kind = w.kind and f.actor is not distinct from w.actor
      and f.about is not distinct from w.subject
    where w.once
    order by w.user_id, w.kind, w.subject, w.actor, w.n desc)
  ), written as (
    insert into news as o (user_id, kind, subject, about, actors, count, amount_cents, detail, began_at, at)
    select user_id, kind, subject, (array_agg(about order by n desc))[1],
      coalesce((array_agg(actor order by n desc) filter (where is_named and actor is not null))[1:3], '{}'),
      sum(count), sum(amount_cents), (array_agg(detail order by n desc))[1], tell_news.at, tell_news.at
    from fresh group by user_id, kind, subject
    order by user_id, kind, subject
    on conflict (user_id, kind, subject) where read_at is null do update set
      about = excluded.about, actors = (excluded.actors || o.actors)[1:3], detail = excluded.detail,
      -- What says something else than the unread row replaces it, as when a sent payout has arrived.
      count = excluded.count + case when o.detail is not distinct from excluded.detail then o.count else 0 end,
      amount_cents = case when o.detail is not distinct from excluded.detail
        then coalesce(o.amount_cents + excluded.amount_cents, o.amount_cents, excluded.amount_cents)
        else excluded.amount_cents end,
      at = greatest(o.at, excluded.at)
    returning o.id, o.user_id, o.kind, o.subject
  )
  select array_agg(distinct w.user_id) into people from written w;

  update news_once o set news_id = n.id
  from jsonb_to_recordset(told) as g (user_id uuid, kind text, subject uuid, actor uuid, once boolean)
  join news n on n.user_id = g.user_id and n.kind = g.kind and n.subject is not distinct from g.subject
    and n.read_at is null
  where g.once and g.actor is not null and o.news_id is null and o.user_id = g.user_id and o.kind = g.kind
    and o.actor = g.actor and o.about is not distinct from g.subject;

  -- The oldest beyond what is kept go. Rows that somebody else is just writing are not the oldest.
  delete from news where id in (
    select id from news where id in (
      select beyond.id from unnest(people) as told_person,
        lateral (select n.id from news n where n.user_id = told_person order by n.at desc, n.id desc offset most)
          as beyond)
    for update skip locked);

  return query select unnest(people);
end $$;
