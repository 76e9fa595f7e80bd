-- The weekly note of an account (docs/product/notes.md#when): one for each ISO week, named by its Monday. The facts are
-- those of the moment at which it was written: a note never changes.
create table weekly_notes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  week date not null check (extract(isodow from week) = 1),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  written_at timestamptz not null,
  -- Two nodes at once, or one that begins again, write one note.
  unique (user_id, week)
);
create trigger weekly_notes_never_change before update on weekly_notes
  for each row execute function refuse_change();

-- The last week of each account that was looked at, whether or not there was anything to tell: a quiet week is not
-- looked at every hour.
create table weekly_note_marks (
  user_id uuid primary key references users on delete cascade,
  week date not null check (extract(isodow from week) = 1)
) with (fillfactor = 90);

-- Whoever has followed somebody lately is found without reading all of their followers.
drop index followers_of;
create index followers_of on followers (following_id, created_at);
