-- What somebody has chosen: whether news of a kind comes on a way, where that differs from what it is at first.
create table news_choices (
  user_id uuid not null references users on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  way text not null check (way in ('app', 'mail', 'push')),
  is_on boolean not null,
  -- In the settings, or by the link of a mail without signing in.
  chosen_by text not null check (chosen_by in ('settings', 'link')),
  chosen_at timestamptz not null,
  primary key (user_id, kind, way)
);
-- Who gets news by mail, and what was stopped lately.
create index news_choices_mail on news_choices (user_id) where way = 'mail' and is_on;
create index news_choices_at on news_choices (chosen_at) where not is_on;

-- The clock of an account, by which its mornings and its quiet hours come.
create table news_settings (
  user_id uuid primary key references users on delete cascade,
  time_zone text check (length(time_zone) between 1 and 64),
  -- A browser says it once; what was chosen by hand stays.
  zone_by text check (zone_by in ('browser', 'hand')),
  -- Hours of the day between which nothing disturbs; null for none.
  quiet_from smallint default 22 check (quiet_from between 0 and 23),
  quiet_to smallint default 7 check (quiet_to between 0 and 23),
  constraint news_settings_zone_has_a_source check ((time_zone is null) = (zone_by is null)),
  constraint news_settings_quiet_has_an_end check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)
);

-- News that were sent, by account and way. A row is committed before the sending, so that nothing is sent twice; it is
-- deleted only if the news certainly were not sent.
create table news_sends (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  way text not null check (way in ('mail', 'push')),
  kind text not null check (length(kind) between 1 and 40),
  -- What is sent once: a day, a week, or a row of news at one time.
  key text not null check (length(key) between 1 and 120),
  state text not null check (state in ('sent', 'failed')),
  at timestamptz not null,
  constraint news_sends_once unique (user_id, way, kind, key)
);
create index news_sends_at on news_sends (at);

-- Where a browser takes messages (RFC 8030). Each belongs to one session, and ends with it.
create table push_devices (
  id uuid primary key default uuidv7(),
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  endpoint text not null check (length(endpoint) between 10 and 1000),
  -- The browser's keys, with which a message is encrypted for it alone (RFC 8291).
  public_key bytea not null check (length(public_key) = 65),
  secret bytea not null check (length(secret) = 16),
  added_at timestamptz not null,
  constraint push_devices_session unique (session_id),
  constraint push_devices_endpoint unique (endpoint)
);
create index push_devices_user on push_devices (user_id, added_at);

-- The account that each mail was sent to. A server that reports later that a mail did not arrive names its Message-ID.
create table mails_sent (
  id text primary key check (length(id) between 1 and 100),
  user_id uuid not null references users on delete cascade,
  at timestamptz not null
);
create index mails_sent_user on mails_sent (user_id);
create index mails_sent_at on mails_sent (at);

-- Times in which the mails of an account did not arrive.
create table mail_bounces (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- Refused by the server at once, or reported later.
  came text not null check (came in ('refused', 'reported')),
  began_at timestamptz not null,
  -- The last mail that was accepted since: what was only reported ends a day after it.
  accepted_at timestamptz,
  ended_at timestamptz,
  check (ended_at >= began_at)
);
create unique index mail_bounces_one on mail_bounces (user_id) where ended_at is null;
create index mail_bounces_user on mail_bounces (user_id, began_at);
create index mail_bounces_ended on mail_bounces (ended_at);

-- As what a row was when it was last sent: it is sent again once something has joined it.
alter table news add mailed_at timestamptz, add pushed_at timestamptz;
