-- Every username ever taken. A name stays here when its owner renames or leaves, so nobody gets it again.
create table usernames (
  username text primary key check (username ~ '^[a-z0-9_-]{3,20}$'),
  user_id uuid references users on delete set null,
  created_at timestamptz not null,
  unique (username, user_id)
);
create index usernames_user on usernames (user_id);

-- What others see of a person.
create table profiles (
  id uuid primary key references users on delete cascade,
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  username text not null unique,
  avatar_url text,
  bio text check (length(bio) <= 1000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null generated always as (person_search_text(first_name, last_name, username)) stored,
  -- A copy of users.suspended_at: public pages and lists read profiles, and each change of one is announced to their
  -- caches.
  is_suspended boolean not null default false,
  -- The origin of a handle: made from the person's names, temporary if the names gave none, or chosen by the person. A
  -- new person's first steps belong to the account, so that they are the same on each device (decision 54).
  handle_origin text not null default 'names',
  first_steps_over boolean not null default false,
  constraint profiles_handle_origin check (handle_origin in ('names', 'stand_in', 'chosen')),
  constraint profiles_turn_no_text check (not (turns_text(first_name) or turns_text(last_name) or turns_text(bio))),
  -- A profile can only have a username of its own.
  foreign key (username, id) references usernames (username, user_id) deferrable initially deferred
);
create index profiles_search on profiles using gin (search_text gin_trgm_ops);

-- Who follows whom, and since when.
create table followers (
  id uuid primary key default uuidv7(),
  follower_id uuid not null references profiles on delete cascade,
  following_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null,
  -- Lists ask for many people at once whether one follows another: a follower's entries lie together here.
  unique (follower_id, following_id),
  constraint followers_not_self check (follower_id <> following_id)
);
-- Whom someone follows, the last followed first.
create index followers_newest on followers (follower_id, created_at desc, id desc);
create index followers_of on followers (following_id);
-- A row says who follows whom and since when; none of it may change, or the counts would have to follow.
create trigger followers_keep before update on followers for each row execute function refuse_change();

-- How many people follow each person, and how many they follow. A table of its own, so that a follow changes no
-- profile: public pages are made from profiles, and each change of one is announced.
create table follow_counts (
  user_id uuid primary key references profiles on delete cascade,
  followers_count integer not null default 0 check (followers_count >= 0),
  following_count integer not null default 0 check (following_count >= 0)
) with (fillfactor = 70);
-- A frequent word is found among the most followed people, before everyone who matches it is read.
create index follow_counts_most_followed on follow_counts (followers_count desc, user_id);

-- The creators whose products were clicked most in the last 7 days, made anew by a job.
create table creator_ranking (
  place integer primary key check (place > 0),
  user_id uuid not null references profiles on delete cascade,
  clicks_count bigint not null check (clicks_count > 0),
  -- Checked when the transaction ends: a new ranking moves many rows at once.
  constraint creator_ranking_user unique (user_id) deferrable initially deferred
);

-- Usernames of deleted accounts, which nobody gets again: only their hashes are kept. Anyone who guesses a name can see
-- that it is taken, as by asking for it, but nobody can list them.
create table retired_usernames (
  username_hash bytea primary key check (length(username_hash) = 32)
);
