-- Up Migration
-- Creators whose presses lie far from the others', for admins to look at; no sum depends on it
-- (docs/decisions/0034-contested-evidence.md).

-- A creator's presses of people on a UTC day with twenty or more, for four weeks: what days are compared by.
create table press_days (
  payee_id uuid not null references payees,
  day date not null,
  views integer not null check (views >= 0),
  presses integer not null check (presses > 0),
  networks integer not null check (networks > 0),
  -- Presses of the network with the most.
  largest integer not null check (largest between 1 and presses),
  -- The most presses within 15 minutes, and how many networks they came from.
  burst integer not null check (burst between 1 and presses),
  burst_networks integer not null check (burst_networks > 0),
  primary key (payee_id, day)
);
create index press_days_day on press_days (day);

-- Days that have been judged, so that each is once.
create table press_judgements (
  day date primary key,
  -- How many creators had such days by then.
  creators integer not null,
  judged_at timestamptz not null
);

-- What stands out of a creator, by the newest day on which it does, with the numbers it was judged by.
create table press_flags (
  id uuid primary key default uuidv7(),
  payee_id uuid not null references payees,
  measure text not null check (measure in ('presses_per_view', 'presses_per_network', 'largest_network', 'burst')),
  day date not null,
  value double precision not null,
  -- The median: of the other creators, of a burst the creator's own.
  usual double precision not null,
  -- More than this stands out.
  most double precision not null,
  creators integer not null,
  views integer not null,
  presses integer not null,
  networks integer not null,
  found_at timestamptz not null,
  -- Up to which day an admin has seen it: a newer one brings it up again.
  seen_day date,
  seen_at timestamptz,
  seen_by uuid references users on delete set null,
  unique (payee_id, measure),
  check ((seen_day is null) = (seen_at is null))
);
create index press_flags_newest on press_flags (found_at desc, id desc);
create index press_flags_open on press_flags (found_at desc, id desc) where seen_day is null or seen_day < day;
create index press_flags_seen_by on press_flags (seen_by) where seen_by is not null;
