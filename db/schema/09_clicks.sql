-- The facts of a click. `automation` is the kind of program behind a bot, `site` the reader's origin, `country` that of
-- an offline database. Domains hold the checks that columns would: a partition's checks are read and prepared anew for
-- every statement, which cost as much as writing two clicks.
create domain click_kind as text check (value in ('view', 'outbound'));
create domain click_outcome as text check (value in ('counted', 'bot', 'owner', 'repeat', 'limited'));
create domain click_automation as text check (value in ('preview', 'prefetch', 'headless', 'crawler'));
create domain click_visitor as bytea check (length(value) = 32);
create domain click_text as text check (length(value) <= 500);
create domain click_country as text check (length(value) = 2);
create domain click_network as bytea check (length(value) = 16);

-- No foreign key to products: clicks outlive them and are written in bulk. They are searched by product and time.
create table clicks (
  id uuid not null default uuidv7(),
  product_id uuid not null,
  kind click_kind not null,
  outcome click_outcome not null,
  visitor click_visitor not null,
  referrer click_text,
  user_agent click_text,
  clicked_at timestamptz not null,
  automation click_automation,
  site click_text,
  country click_country,
  -- A click's evidence (docs/decisions/0034-contested-evidence.md). A digest of the day's salt with the address's /24
  -- or /48: it tells networks of one UTC day apart, and no more.
  network click_network,
  -- A view's own event id; for a press, the event id of its view: both of a pair have the same value.
  view_event_id uuid,
  primary key (product_id, clicked_at, id)
) partition by range (clicked_at);
-- Matching finds the other of a pair by it. Ids are made in order of time, so new ones lie together.
create index clicks_view_event on clicks (view_event_id) where view_event_id is not null;
-- By it a visitor is recognised as an owner who looked at a page of theirs the same day; a visitor's hash lasts one
-- day.
create index clicks_of_owners on clicks (visitor) where outcome = 'owner';
-- Visits that were written down long after they happened: some came after a match was final, and are searched here. In
-- the order in which they came.
create index clicks_late on clicks (uuid_extract_timestamp(id))
  where outcome in ('counted', 'repeat') and uuid_extract_timestamp(id) - clicked_at > interval '10 minutes';

-- Months are made ahead, here and by a job; clicks outside of them lie here until then.
create table clicks_default partition of clicks default;
select ensure_clicks_partition((date_trunc('month', now()) + make_interval(months => m))::date)
from generate_series(0, 3) as m;

-- The client's event ids: a retried click is answered with the outcome of the first, which the click says, and not
-- recorded again. Deleted after two days, like visits: found by age through BRIN, which costs a click nothing.
create table click_events (
  event_id uuid not null,
  product_id uuid not null,
  kind text not null,
  click_id uuid not null,
  clicked_at timestamptz not null,
  -- An event keeps its outcome itself: a statement that also names `clicks` prepares to read each of its partitions.
  outcome click_outcome not null,
  primary key (event_id, product_id, kind)
);
create index click_events_age on click_events using brin (clicked_at) with (autosummarize = on);

-- Random salts of the visitor hash, one a UTC day, destroyed after 48 hours.
create table click_salts (
  day date primary key,
  salt bytea not null check (length(salt) = 32)
);

-- What clicks add to the roll-ups: written with them in one transaction, one row for all equal ones of a batch, and
-- folded into the roll-ups later. Roll-ups plus deltas always equal the sums of the rows, and no row is contended. They
-- come and go within seconds, and readers have to pass over deleted ones: hence the vacuum.
create table click_deltas (
  product_id uuid not null,
  quarter timestamptz not null,
  kind text not null,
  outcome text not null,
  automation text,
  site text,
  country text,
  clicks integer not null
) with (autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_insert_threshold = -1);
create index click_deltas_of_product on click_deltas (product_id);

-- Totals of clicks, kept beyond the clicks themselves. What they mean, for whoever checks them:
--   * With click_deltas they are the sums of `clicks`, exactly and at any moment: each row of `clicks` is in one delta,
--     or has been folded from one into all of these tables. * `click_totals.clicks_count` is the sum of a product's
--     `people` of all days and of its deltas of counted views. * A product's day is the sum of its quarters while those
--     are kept: 13 months, by whole UTC days. Read by index ranges of one product, from the index alone where its pages
--     are settled: hence the included columns. A product's clicks in a quarter of an hour (UTC). Views are people's, or
--     previews (a `bot` whose automation is 'preview'), bots (any other `bot`), repeats, own (the owner's), limited;
--     presses, kind 'outbound', are likewise the people's presses and the others.
create table click_quarters (
  product_id uuid not null,
  quarter timestamptz not null check (quarter = quarter_of(quarter)),
  people integer not null,
  previews integer not null,
  bots integer not null,
  repeats integer not null,
  own integer not null,
  limited integer not null,
  presses integer not null,
  press_previews integer not null,
  press_bots integer not null,
  press_repeats integer not null,
  press_own integer not null,
  press_limited integer not null,
  primary key (product_id, quarter) include (people, previews, bots, repeats, own, limited, presses,
    press_previews, press_bots, press_repeats, press_own, press_limited)
);
-- Quarters are deleted by age, and a week's ranking begins and ends in the middle of a day.
create index click_quarters_age on click_quarters (quarter);

-- The same in a day (UTC), kept for ever.
create table click_days (
  product_id uuid not null,
  day date not null,
  people integer not null,
  previews integer not null,
  bots integer not null,
  repeats integer not null,
  own integer not null,
  limited integer not null,
  presses integer not null,
  press_previews integer not null,
  press_bots integer not null,
  press_repeats integer not null,
  press_own integer not null,
  press_limited integer not null,
  primary key (product_id, day) include (people, previews, bots, repeats, own, limited, presses, press_previews,
    press_bots, press_repeats, press_own, press_limited)
);
-- For a week's ranking. Rows lie in the order of their days and are never deleted, so an index of page ranges stays
-- good.
create index click_days_age on click_days using brin (day) with (autosummarize = on);

-- Counted views and presses by the site that they came from; '' if unknown. Anyone can forge a referrer, so a product
-- has a hundred sites a day at most: clicks from further ones are summed as '*'. All of a product's sites together are
-- its people and presses.
create table click_site_quarters (
  product_id uuid not null,
  quarter timestamptz not null check (quarter = quarter_of(quarter)),
  site text not null,
  people integer not null,
  presses integer not null,
  primary key (product_id, quarter, site) include (people, presses)
);
create index click_site_quarters_age on click_site_quarters (quarter);

-- The same in a day (UTC), kept for ever.
create table click_site_days (
  product_id uuid not null,
  day date not null,
  site text not null,
  people integer not null,
  presses integer not null,
  primary key (product_id, day, site) include (people, presses)
);

-- Counted views by country; '' if unknown. All of a product's countries together are its people.
create table click_country_quarters (
  product_id uuid not null,
  quarter timestamptz not null check (quarter = quarter_of(quarter)),
  country text not null,
  people integer not null,
  primary key (product_id, quarter, country) include (people)
);
create index click_country_quarters_age on click_country_quarters (quarter);

-- The same in a day (UTC), kept for ever.
create table click_country_days (
  product_id uuid not null,
  day date not null,
  country text not null,
  people integer not null,
  primary key (product_id, day, country) include (people)
);

-- A product's clicks by people in a month (UTC), kept for ever: the sum of its days. A creator's figures of a year or
-- five add up all of their products, which by days would be hundreds of thousands of rows.
create table click_months (
  product_id uuid not null,
  month date not null check (extract(day from month) = 1),
  people integer not null,
  primary key (product_id, month) include (people)
);

-- How often a product was clicked. A table of clicks alone: its earnings are in `earnings`, so that neither writer
-- waits for the other. The row begins with the product.
create table click_totals (
  product_id uuid primary key references products,
  clicks_count bigint not null default 0 check (clicks_count >= 0)
) with (fillfactor = 70);

-- The last counted visitors, by place: a digest of the day's salt, address prefix, product and kind
-- (src/clicks/recording). A place has five slots, so that at most five visitors of an address count for a product
-- within 30 minutes (docs/decisions/0006). The unique key decides a repeat, also between nodes that record at the same
-- moment.
create table click_visits (
  place bigint not null,
  slot smallint not null,
  visitor bigint not null,
  counted_at timestamptz not null,
  primary key (place, slot)
);
create index click_visits_age on click_visits using brin (counted_at) with (autosummarize = on);

-- The networks of a product's day (UTC), for rankings and flags: made from its clicks whenever their number has
-- changed, and kept for some days (docs/decisions/0006). A network counts once for a product and day.
create table click_networks (
  day date not null,
  product_id uuid not null,
  -- The number of counted views from which the row was made: if it has changed, the row is made again.
  views integer not null check (views > 0),
  networks integer not null,
  -- The views of the network that had the most.
  largest integer not null,
  -- How many networks were seen last in each quarter of an hour, so that a part of a day counts each once too.
  last_seen integer[] not null check (cardinality(last_seen) = 96),
  primary key (day, product_id),
  check (networks between 0 and views),
  check (largest between 0 and views)
);

-- User agents of clicks are cut to the device's name after 30 days, day by day: this is the last day done.
create table click_agents_mark (
  is_one boolean primary key default true check (is_one),
  cut_until timestamptz not null
);
insert into click_agents_mark (cut_until) values (date_trunc('day', now(), 'UTC'));

-- Up to which day an admin has reviewed a product whose clicks look wrong, and how many clicks that day had then: a
-- later day shows it again, and so does twice as many clicks of the same day, which may not have been over. No foreign
-- key to products, as for clicks: rows are deleted when their day is no longer shown.
create table click_flags_seen (
  product_id uuid primary key,
  day date not null,
  clicks integer not null check (clicks >= 0),
  seen_at timestamptz not null,
  seen_by uuid references users on delete set null
);
create index click_flags_seen_by on click_flags_seen (seen_by) where seen_by is not null;
