-- Moves deltas, at most `most` at a time, into the sums of quarters, days and months, in one statement, so all or
-- nothing. Returns how many it moved; fewer than `most` means that none are left.
create or replace function fold_clicks(most int) returns int language plpgsql
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
      coalesce(site, '') as site, coalesce(country, '') as country, list_link, clicks
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
  ), written_month as (
    insert into click_months as k (product_id, month, people)
    select product_id, date_trunc('month', day)::date, sum(people)
    from quarter_total
    where people > 0
    group by 1, 2
    order by 1, 2
    on conflict (product_id, month) do update set people = k.people + excluded.people
  ), written_list as (
    insert into click_list_days as k (short_link_id, day, people, presses)
    select list_link, day, coalesce(sum(clicks) filter (where is_view), 0),
      coalesce(sum(clicks) filter (where not is_view), 0)
    from taken
    where list_link is not null and is_counted
    group by list_link, day
    order by list_link, day
    on conflict (short_link_id, day) do update
      set people = k.people + excluded.people, presses = k.presses + excluded.presses
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
    -- No join here: one planned while the table was empty would later read all of it.
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
