-- Up Migration
-- Who runs jobs, and when they last said so (docs/decisions/0008-jobs-and-runs.md).
create table job_runners (
  id text primary key,
  seen_at timestamptz not null
);
