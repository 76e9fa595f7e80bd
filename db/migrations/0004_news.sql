-- What a person is told in the app: one row for each thing that they have not read yet, and the rows of what they have.
-- What comes on top of an unread row joins it, so that a hundred followers are one row.
create table news (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in (
    'followed', 'saved', 'listed', 'order_posted', 'order_returned', 'amazon_paid', 'payout_sent', 'payout_failed',
    'question_answered', 'hold_set', 'hold_lifted', 'moderation_decided', 'sign_in_changed')),
  -- What news of a kind are grouped by, such as a product; null if all of the kind are one row.
  subject uuid,
  -- The last thing that it was about, such as the list that the product was put into.
  about uuid,
  -- The last three people who did it, the newest first; none where the person may not know.
  actors uuid[] not null default '{}' check (cardinality(actors) <= 3),
  count integer not null check (count > 0),
  amount_cents bigint,
  -- A word of a closed list, such as what was changed in the sign-in, or a short text.
  detail text check (length(detail) <= 200),
  began_at timestamptz not null,
  at timestamptz not null,
  read_at timestamptz,
  constraint news_at_after_beginning check (at >= began_at)
);
-- One unread row of each thing; telling finds it here, also while two tell at once.
create unique index news_unread on news (user_id, kind, subject) nulls not distinct where read_at is null;
create index news_of_user on news (user_id, at desc, id desc);

-- What a person is told once for good of each actor, however often it is done: a follow, a product that somebody saves.
create table news_once (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  about uuid,
  -- Null for what is told once whoever did it.
  actor uuid references users on delete cascade,
  -- The row that counts it, for when the actor is suspended or leaves; it may be gone.
  news_id uuid,
  constraint news_once_key unique nulls not distinct (user_id, kind, about, actor)
);
create index news_once_actor on news_once (actor) where actor is not null;

-- Whom somebody follows may have published a list since.
create index lists_newest on lists (first_public_at desc, id desc) where is_shown;

-- Up to where a person has seen what the people whom they follow have shared. A visit lasts until half an hour has
-- passed without another look; `since` is where the one before it ended.
create table following_visits (
  user_id uuid primary key references users on delete cascade,
  since timestamptz,
  seen_until timestamptz not null,
  looked_at timestamptz not null,
  constraint following_visits_in_order check (since <= seen_until)
);
