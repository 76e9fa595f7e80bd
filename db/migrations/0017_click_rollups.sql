-- Up Migration
-- Totals of clicks, kept beyond the clicks themselves. What they mean, for whoever checks them:
--   * With click_deltas they are the sums of `clicks`, exactly and at any moment: each row of `clicks` is in one delta, or
--     has been folded from one into all of these tables.
--   * `earnings.clicks_count` is the sum of a product's `people` of all days and of its deltas of counted views.
--   * A product's day is the sum of its quarters while those are kept: 13 months, by whole UTC days.
-- Read by index ranges of one product, from the index alone where its pages are settled: hence the included columns.

-- A product's clicks in a quarter of an hour (UTC). Views are people's, or previews (a `bot` whose automation is
-- 'preview'), bots (any other `bot`), repeats, own (the owner's), limited; presses, kind 'outbound', are likewise the
-- people's presses and the others.
create table click_quarters (
  product_id uuid not null,
  quarter timestamptz not null check (quarter = quarter_of(quarter)),
  people int not null,
  previews int not null,
  bots int not null,
  repeats int not null,
  own int not null,
  limited int not null,
  presses int not null,
  press_previews int not null,
  press_bots int not null,
  press_repeats int not null,
  press_own int not null,
  press_limited int not null,
  primary key (product_id, quarter) include (people, previews, bots, repeats, own, limited,
    presses, press_previews, press_bots, press_repeats, press_own, press_limited)
);
-- Quarters go by age, and a week's ranking begins and ends in the midst of a day.
create index click_quarters_age on click_quarters (quarter);

-- The same in a day (UTC), kept for ever.
create table click_days (
  product_id uuid not null,
  day date not null,
  people int not null,
  previews int not null,
  bots int not null,
  repeats int not null,
  own int not null,
  limited int not null,
  presses int not null,
  press_previews int not null,
  press_bots int not null,
  press_repeats int not null,
  press_own int not null,
  press_limited int not null,
  primary key (product_id, day) include (people, previews, bots, repeats, own, limited,
    presses, press_previews, press_bots, press_repeats, press_own, press_limited)
);
-- For a week's ranking. Rows lie in order of their days, and none goes, so an index of page ranges stays a good one.
create index click_days_age on click_days using brin (day) with (autosummarize = on);

-- Counted views and presses by the site they came from; '' where none was told. A referrer is free to forge, so a
-- product has a hundred sites a day at most: what comes from further ones is summed as '*'. All of a product's sites
-- together are its people and presses.
create table click_site_quarters (
  product_id uuid not null,
  quarter timestamptz not null check (quarter = quarter_of(quarter)),
  site text not null,
  people int not null,
  presses int not null,
  primary key (product_id, quarter, site) include (people, presses)
);
create index click_site_quarters_age on click_site_quarters (quarter);
create table click_site_days (
  product_id uuid not null,
  day date not null,
  site text not null,
  people int not null,
  presses int not null,
  primary key (product_id, day, site) include (people, presses)
);

-- Counted views by country; '' where none is known. All of a product's countries together are its people.
create table click_country_quarters (
  product_id uuid not null,
  quarter timestamptz not null check (quarter = quarter_of(quarter)),
  country text not null,
  people int not null,
  primary key (product_id, quarter, country) include (people)
);
create index click_country_quarters_age on click_country_quarters (quarter);
create table click_country_days (
  product_id uuid not null,
  day date not null,
  country text not null,
  people int not null,
  primary key (product_id, day, country) include (people)
);

-- Its rows come and go within seconds, and whoever takes them has to pass by those that are gone.
alter table click_deltas set (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = -1);

-- Whoever changes roll-ups does so under this lock, one after the other; recorders never wait for it.
create function lock_click_rollups() returns void language sql
begin atomic
  select pg_advisory_xact_lock(7305914217);
end;

-- Moves deltas, `most` at a time, into the roll-ups: in one statement, so all or nothing. Returns how many it moved; less
-- than `most` means that none were left.
create function fold_clicks(most int) returns int language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  moved int;
begin
  perform lock_click_rollups();
  with taken as materialized (
    delete from click_deltas
    where ctid = any (array(select ctid from click_deltas limit most))
    returning product_id, quarter, (quarter at time zone 'UTC')::date as day, kind = 'view' as is_view,
      outcome = 'counted' as is_counted,
      case when outcome <> 'bot' then outcome when automation = 'preview' then 'preview' else 'bot' end as sort,
      coalesce(site, '') as site, coalesce(country, '') as country, clicks
  ), quarter_total as materialized (
    select product_id, quarter, day,
      coalesce(sum(clicks) filter (where is_view and sort = 'counted'), 0) as people,
      coalesce(sum(clicks) filter (where is_view and sort = 'preview'), 0) as previews,
      coalesce(sum(clicks) filter (where is_view and sort = 'bot'), 0) as bots,
      coalesce(sum(clicks) filter (where is_view and sort = 'repeat'), 0) as repeats,
      coalesce(sum(clicks) filter (where is_view and sort = 'owner'), 0) as own,
      coalesce(sum(clicks) filter (where is_view and sort = 'limited'), 0) as limited,
      coalesce(sum(clicks) filter (where not is_view and sort = 'counted'), 0) as presses,
      coalesce(sum(clicks) filter (where not is_view and sort = 'preview'), 0) as press_previews,
      coalesce(sum(clicks) filter (where not is_view and sort = 'bot'), 0) as press_bots,
      coalesce(sum(clicks) filter (where not is_view and sort = 'repeat'), 0) as press_repeats,
      coalesce(sum(clicks) filter (where not is_view and sort = 'owner'), 0) as press_own,
      coalesce(sum(clicks) filter (where not is_view and sort = 'limited'), 0) as press_limited
    from taken
    group by product_id, quarter, day
  ), written_quarter as (
    insert into click_quarters as k (product_id, quarter, people, previews, bots, repeats, own, limited,
      presses, press_previews, press_bots, press_repeats, press_own, press_limited)
    select product_id, quarter, people, previews, bots, repeats, own, limited,
      presses, press_previews, press_bots, press_repeats, press_own, press_limited
    from quarter_total
    order by product_id, quarter
    on conflict (product_id, quarter) do update set
      people = k.people + excluded.people,
      previews = k.previews + excluded.previews,
      bots = k.bots + excluded.bots,
      repeats = k.repeats + excluded.repeats,
      own = k.own + excluded.own,
      limited = k.limited + excluded.limited,
      presses = k.presses + excluded.presses,
      press_previews = k.press_previews + excluded.press_previews,
      press_bots = k.press_bots + excluded.press_bots,
      press_repeats = k.press_repeats + excluded.press_repeats,
      press_own = k.press_own + excluded.press_own,
      press_limited = k.press_limited + excluded.press_limited
  ), written_day as (
    insert into click_days as k (product_id, day, people, previews, bots, repeats, own, limited,
      presses, press_previews, press_bots, press_repeats, press_own, press_limited)
    select product_id, day, sum(people), sum(previews), sum(bots), sum(repeats), sum(own), sum(limited),
      sum(presses), sum(press_previews), sum(press_bots), sum(press_repeats), sum(press_own), sum(press_limited)
    from quarter_total
    group by product_id, day
    order by day, product_id
    on conflict (product_id, day) do update set
      people = k.people + excluded.people,
      previews = k.previews + excluded.previews,
      bots = k.bots + excluded.bots,
      repeats = k.repeats + excluded.repeats,
      own = k.own + excluded.own,
      limited = k.limited + excluded.limited,
      presses = k.presses + excluded.presses,
      press_previews = k.press_previews + excluded.press_previews,
      press_bots = k.press_bots + excluded.press_bots,
      press_repeats = k.press_repeats + excluded.press_repeats,
      press_own = k.press_own + excluded.press_own,
      press_limited = k.press_limited + excluded.press_limited
  ), told_site as materialized (
    select product_id, quarter, day, site, sum(clicks) as clicks,
      coalesce(sum(clicks) filter (where is_view), 0) as people,
      coalesce(sum(clicks) filter (where not is_view), 0) as presses
    from taken
    where is_counted
    group by product_id, quarter, day, site
  ), new_site as materialized (
    select product_id, day, site,
      row_number() over (partition by product_id, day order by sum(clicks) desc, site) as place
    from told_site t
    -- Not as a join: one that was planned while the table was empty would read all of it later.
    where site <> '' and (
      select site from click_site_days k where (k.product_id, k.day, k.site) = (t.product_id, t.day, t.site)
    ) is null
    group by product_id, day, site
  ), crowd as materialized (
    select product_id, day, site
    from new_site n
    where place + (
      select count(*) from click_site_days k where (k.product_id, k.day) = (n.product_id, n.day) and site not in ('', '*')
    ) > 100
  ), site_total as materialized (
    select product_id, quarter, day,
      case when (product_id, day, site) in (select product_id, day, site from crowd) then '*' else site end as site,
      sum(people) as people, sum(presses) as presses
    from told_site
    group by 1, 2, 3, 4
  ), written_site_quarter as (
    insert into click_site_quarters as k (product_id, quarter, site, people, presses)
    select product_id, quarter, site, people, presses
    from site_total
    order by product_id, quarter, site
    on conflict (product_id, quarter, site) do update
      set people = k.people + excluded.people, presses = k.presses + excluded.presses
  ), written_site_day as (
    insert into click_site_days as k (product_id, day, site, people, presses)
    select product_id, day, site, sum(people), sum(presses)
    from site_total
    group by product_id, day, site
    order by product_id, day, site
    on conflict (product_id, day, site) do update
      set people = k.people + excluded.people, presses = k.presses + excluded.presses
  ), country_total as materialized (
    select product_id, quarter, day, country, sum(clicks) as people
    from taken
    where is_view and is_counted
    group by product_id, quarter, day, country
  ), written_country_quarter as (
    insert into click_country_quarters as k (product_id, quarter, country, people)
    select product_id, quarter, country, people
    from country_total
    order by product_id, quarter, country
    on conflict (product_id, quarter, country) do update set people = k.people + excluded.people
  ), written_country_day as (
    insert into click_country_days as k (product_id, day, country, people)
    select product_id, day, country, sum(people)
    from country_total
    group by product_id, day, country
    order by product_id, day, country
    on conflict (product_id, day, country) do update set people = k.people + excluded.people
  )
  select count(*) into moved from taken;
  return moved;
end $$;
