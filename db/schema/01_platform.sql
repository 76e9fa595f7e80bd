create extension if not exists btree_gist;
create extension if not exists btree_gin;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The migrations that have run. The first one is the baseline: the tables of db/schema.
create table migrations (
  id serial primary key,
  name varchar(255) not null,
  run_on timestamp not null
);

-- Shared by all nodes; written by the rate limiter. Unlogged: losing it only resets the counts.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- What calls have made under their callers' idempotency keys. The key is inserted first in the transaction that makes
-- it: a second request with the same key waits for the first one's end there, and finds what it made, or makes it
-- itself.
create table idempotency_keys (
  user_id uuid not null,
  -- The call's name in its contract: the same key may be sent to two calls.
  call text not null,
  key text not null check (length(key) between 8 and 255),
  -- A hash of the request, which tells a repeated request from another one under the same key.
  request_hash bytea not null,
  -- The answer to a repeat: ids of what was made. Never a secret, and no answer with prices or people's words in it.
  made jsonb,
  created_at timestamptz not null,
  primary key (user_id, call, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- The findings of npm run verify, for the doctor. The newest fifty are kept.
create table verifications (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  checks integer not null check (checks >= 0),
  -- The names of checks that found differences.
  failed text[] not null
);

-- The runners of jobs, and their last sign of life (docs/decisions/0008-jobs-and-runs.md).
create table job_runners (
  id text primary key,
  seen_at timestamptz not null
);
