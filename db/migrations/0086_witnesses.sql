-- Up Migration
-- Who is told of checkpoints (docs/decisions/0083-a-log-of-the-ledger.md). Up to which checkpoint a witness of LEDGER_WITNESSES has
-- taken them, and why the last attempt failed.
create table ledger_witnesses (
  address text primary key,
  size bigint not null default 0 check (size >= 0),
  told_at timestamptz,
  failed_since timestamptz,
  failure text,
  check ((failed_since is null) = (failure is null))
);

-- Admins who wish the newest checkpoint by mail, and when they last got one: the mails are in nobody's database.
create table checkpoint_mails (
  user_id uuid primary key references users on delete cascade,
  mailed_size bigint not null default 0 check (mailed_size >= 0),
  mailed_at timestamptz
);
