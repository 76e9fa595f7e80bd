-- Every stored picture has a row, made before its file and removed after it: a row may lack its file for a while, no
-- file its row.
create table pictures (
  path text primary key,
  user_id uuid not null references users on delete cascade,
  -- Bytes of the stored file; 0 before the first.
  bytes integer not null check (bytes >= 0),
  -- Bytes of the file that is being stored in its place; they count from now on.
  storing_bytes integer check (storing_bytes >= 0),
  -- By then it is stored, or never will be.
  storing_until timestamptz,
  stored_at timestamptz not null,
  -- When to check whether anything refers to it.
  look_at timestamptz not null,
  -- Set for good once it is to be removed: from then on nothing may refer to it.
  removing_since timestamptz,
  -- The shorter side of an uploaded picture, in pixels: lists ask for the size that they show
  -- (docs/decisions/0009-pictures.md). Null if unknown.
  side smallint check (side > 0),
  check ((storing_bytes is null) = (storing_until is null))
);
-- The bytes of one person's pictures; the rows go with the account.
create index pictures_of_user on pictures (user_id) include (bytes, storing_bytes);
create index pictures_look_at on pictures (look_at);
create index pictures_removing on pictures (removing_since) where removing_since is not null;
