-- Up Migration
-- What rankings and flags need of a product's day (UTC), made from its clicks whenever their number has changed, and kept
-- for some days (docs/decisions/0006): a network counts once for a product and day.
create table click_networks (
  day date not null,
  product_id uuid not null,
  -- Counted views, by which it is known whether this is still true.
  views int not null check (views > 0),
  networks int not null check (networks between 0 and views),
  -- The views of the network that had the most.
  largest int not null check (largest between 0 and views),
  -- Of each quarter of an hour, how many networks were seen in it last: so a part of a day counts each once too.
  last_seen int[] not null check (cardinality(last_seen) = 96),
  primary key (day, product_id)
);
