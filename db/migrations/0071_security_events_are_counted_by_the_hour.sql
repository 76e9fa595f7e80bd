-- Up Migration

-- How often each security event came, for admins to see (decision 43): a row an hour and name, so that no flood fills it.
-- Every process adds what it counted.
create table security_counts (
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  name text not null,
  count integer not null check (count > 0),
  -- Of the latest one, as precisely as counts are stored.
  last_at timestamptz not null,
  primary key (hour, name)
);
