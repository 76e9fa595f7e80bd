-- Up Migration

-- What an import of a collection made, so that it can be undone for a day (decision 12). Nothing else reads it, and a job
-- forgets it after two.
create table collection_imports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  -- What it made and changed: it is told with the offer to undo it.
  created integer not null check (created >= 0),
  updated integer not null check (updated >= 0),
  -- Told again to whoever undoes it twice.
  removed integer not null default 0 check (removed >= 0),
  kept integer not null default 0 check (kept >= 0),
  undone_at timestamptz
);
create index collection_imports_of on collection_imports (user_id, created_at desc);
create index collection_imports_age on collection_imports (created_at);

-- The products that an import made and that are still to be looked at by its undoing. One import made each.
create table collection_import_items (
  product_id uuid primary key references products (id) on delete cascade,
  import_id uuid not null references collection_imports (id) on delete cascade
);
create index collection_import_items_of on collection_import_items (import_id, product_id);
