-- Up Migration

-- What an admin said that a status means which Folio does not know (docs/product/reports.md#unknown-statuses): in one case, with
-- single spaces. The newest counts for files that are read from then on.
create table status_meanings (
  id bigint primary key generated always as identity,
  status text not null check (length(status) between 1 and 100),
  means text not null check (means in ('pending', 'shipped', 'cancelled', 'returned', 'left_out')),
  actor_id uuid references users on delete set null,
  said_at timestamptz not null
);
create index status_meanings_status on status_meanings (status, id desc);
create index status_meanings_actor on status_meanings (actor_id) where actor_id is not null;
create trigger status_meanings_append_only before delete on status_meanings
  for each row execute function refuse_change();
create trigger status_meanings_unchanged before update of id, status, means, said_at on status_meanings
  for each row execute function refuse_change();
create trigger status_meanings_keep before truncate on status_meanings
  for each statement execute function refuse_change();

-- The statuses that a file waits for, as [{status, rows, cents}].
alter table import_batches add column unknown_statuses jsonb;
