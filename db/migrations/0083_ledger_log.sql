-- Up Migration
-- One log of all rows of the ledger, whoever they are of (docs/decisions/0083-a-log-of-the-ledger.md): a Merkle tree as in
-- RFC 9162. Its leaves are the rows' hashes in the order in which posting runs were sealed.
create table ledger_log (
  position bigint primary key check (position >= 0),
  -- A row is in the log once. No foreign key: rows are never deleted, and their table comes into the log from itself alone.
  entry_id uuid not null unique,
  hash bytea not null check (length(hash) = 32)
);
create trigger ledger_log_append_only before update or delete on ledger_log
  for each row execute function refuse_change();
create trigger ledger_log_keep before truncate on ledger_log for each statement execute function refuse_change();

-- The tree above the leaves: each node of two whole halves, so that a root and a proof read few of them. It is of the
-- leaves from place * 2^level on, as many as 2^level.
create table ledger_log_nodes (
  level integer not null check (level > 0),
  place bigint not null check (place >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, place)
);
create trigger ledger_log_nodes_append_only before update or delete on ledger_log_nodes
  for each row execute function refuse_change();
create trigger ledger_log_nodes_keep before truncate on ledger_log_nodes
  for each statement execute function refuse_change();

-- Makes the nodes that became whole when the log grew from one size to another.
create function grow_ledger_log(size_before bigint, size_now bigint) returns void language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  height integer := 1;
  first bigint;
  beyond bigint;
begin
  while size_now >> height > 0 loop
    first := size_before >> height;
    beyond := size_now >> height;
    if height = 1 then
      insert into ledger_log_nodes (level, place, hash)
      select 1, position >> 1, sha256('\x01'::bytea || sha256('\x00'::bytea || hash) || sha256('\x00'::bytea || next))
      from (
        select position, hash, lead(hash) over (order by position) as next from ledger_log
        where position >= first * 2 and position < beyond * 2
      ) leaves
      where position % 2 = 0;
    else
      insert into ledger_log_nodes (level, place, hash)
      select height, place >> 1, sha256('\x01'::bytea || hash || next)
      from (
        select place, hash, lead(hash) over (order by place) as next from ledger_log_nodes
        where level = height - 1 and place >= first * 2 and place < beyond * 2
      ) halves
      where place % 2 = 0;
    end if;
    height := height + 1;
  end loop;
end $$;

-- The root of the log's first `size` leaves; null where it has fewer.
create function ledger_log_root(size bigint) returns bytea language plpgsql stable as $$
declare
  root bytea;
  node bytea;
  height integer := 0;
begin
  if size = 0 then return sha256(''::bytea); end if;
  while size >> height > 0 loop
    if (size >> height) % 2 = 1 then
      if height = 0 then
        select sha256('\x00'::bytea || l.hash) into node from ledger_log l where l.position = size - 1;
      else
        select n.hash into node from ledger_log_nodes n where n.level = height and n.place = (size >> height) - 1;
      end if;
      if node is null then return null; end if;
      root := case when root is null then node else sha256('\x01'::bytea || node || root) end;
    end if;
    height := height + 1;
  end loop;
  return root;
end $$;

-- Appends what a sealed run has posted, at the end of the transaction that seals it: no row can be left out, and whoever
-- appends waits for nobody who holds a payee. A run that was sealed while it was interrupted is sealed again.
create function log_sealed_run() returns trigger language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  size_before bigint;
  added bigint;
begin
  -- The lock of all who append; any number that no other advisory lock uses.
  perform pg_advisory_xact_lock(7305914231);
  select coalesce(max(position) + 1, 0) into size_before from ledger_log;
  insert into ledger_log (position, entry_id, hash)
  select size_before + row_number() over (order by l.payee_id, l.sequence) - 1, l.id, l.hash
  from earnings_ledger l
  where l.posting_run_id = new.id and not exists (select from ledger_log known where known.entry_id = l.id);
  get diagnostics added = row_count;
  perform grow_ledger_log(size_before, size_before + added);
  return null;
end $$;
create constraint trigger posting_runs_logged after insert or update of finished_at on posting_runs
  deferrable initially deferred for each row when (new.finished_at is not null) execute function log_sealed_run();

-- What the log was at a moment, signed with a key that no database holds. `body` is the text that is signed.
create table ledger_checkpoints (
  size bigint primary key check (size > 0),
  root bytea not null check (length(root) = 32),
  signed_at timestamptz not null,
  body text not null,
  public_key bytea not null check (length(public_key) = 32),
  signature bytea not null check (length(signature) = 64)
);
create trigger ledger_checkpoints_append_only before update or delete on ledger_checkpoints
  for each row execute function refuse_change();
create trigger ledger_checkpoints_keep before truncate on ledger_checkpoints
  for each statement execute function refuse_change();

-- A checkpoint is of the log as it is, and later than all others.
create function check_ledger_checkpoint() returns trigger language plpgsql as $$
begin
  if new.root is distinct from ledger_log_root(new.size) then
    raise exception 'the log has another root at %', new.size using errcode = 'check_violation';
  end if;
  if exists (select from ledger_checkpoints where size >= new.size) then
    raise exception 'there is a checkpoint of % or later', new.size using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ledger_checkpoints_follow before insert on ledger_checkpoints
  for each row execute function check_ledger_checkpoint();

-- Pages that show checkpoints are made again.
create function notify_checkpoints() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changed', 'checkpoints');
  return null;
end $$;
create trigger ledger_checkpoints_shown after insert on ledger_checkpoints
  for each statement execute function notify_checkpoints();

-- Rows from before, in the order of time.
lock table earnings_ledger, posting_runs in share row exclusive mode;
insert into ledger_log (position, entry_id, hash)
select row_number() over (order by created_at, payee_id, sequence) - 1, id, hash from earnings_ledger;
select grow_ledger_log(0, (select count(*) from ledger_log));
