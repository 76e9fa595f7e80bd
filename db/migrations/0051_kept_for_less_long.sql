-- Up Migration
-- Usernames of deleted accounts, which are never given again: only their hashes are kept. Whoever guesses a name can see
-- that it is taken, as anyone can by asking for it, and nobody can list them.
create table retired_usernames (
  username_hash bytea primary key check (length(username_hash) = 32)
);
insert into retired_usernames select sha256(convert_to(username, 'UTF8')) from usernames where user_id is null;
delete from usernames where user_id is null;

-- What browsers said of themselves is cut to their family after 30 days: what still is to be cut, found by age.
create index sessions_agents on sessions (created_at) where user_agent like '%/%';
