-- Up Migration
-- Every username ever taken. A name stays here when its owner renames or leaves, so it is never given again.
create table usernames (
  username text primary key check (username ~ '^[a-z0-9_-]{3,20}$'),
  user_id uuid references users on delete set null,
  created_at timestamptz not null,
  unique (username, user_id)
);
create index usernames_user on usernames (user_id);

create table profiles (
  id uuid primary key references users on delete cascade,
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  username text not null unique,
  avatar_url text,
  bio text check (length(bio) <= 1000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A profile can only carry a name of its own.
  foreign key (username, id) references usernames (username, user_id) deferrable initially deferred
);

create table followers (
  id uuid primary key default uuidv7(),
  follower_id uuid not null references profiles on delete cascade,
  following_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null,
  unique (follower_id, following_id),
  constraint followers_not_self check (follower_id <> following_id)
);
create index followers_of on followers (following_id, follower_id);

-- Who is paid. Outlives the account: deleting one severs the person from their ledger rows.
create table payees (
  id uuid primary key default uuidv7(),
  user_id uuid unique references users on delete set null,
  created_at timestamptz not null
);
