-- Up Migration
-- What npm run verify found, and when: the doctor says so. The newest fifty stay.
create table verifications (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  checks integer not null check (checks >= 0),
  -- The names of checks that found differences.
  failed text[] not null
);
