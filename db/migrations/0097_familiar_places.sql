-- Up Migration
-- Where somebody has completed a sign-in: their browser, known by a mark in a cookie, and its network. Others' guesses
-- count apart from what is tried there (docs/decisions/0004-sessions.md).
create table familiar_places (
  user_id uuid not null references users (id) on delete cascade,
  -- A hash of the account and a keyed hash of the mark or the network, so that places of two accounts look different.
  place_hash bytea not null check (length(place_hash) = 32),
  -- What was shown there: `aal2` for all steps of an account that has two.
  level text not null check (level in ('aal1', 'aal2')),
  expires_at timestamptz not null,
  primary key (user_id, place_hash)
);
create index familiar_places_expires_at on familiar_places (expires_at);
