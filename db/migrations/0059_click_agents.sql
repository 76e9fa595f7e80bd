-- Up Migration
-- What browsers said of themselves when they clicked is cut to their family after 30 days, day by day: up to here it has been.
create table click_agents_mark (
  is_one boolean primary key default true check (is_one),
  cut_until timestamptz not null
);
insert into click_agents_mark (cut_until)
select date_trunc('day', coalesce(min(clicked_at), now()), 'UTC') from clicks;
