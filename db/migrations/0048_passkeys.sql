-- Up Migration

-- Passkeys: a key of an account whose other half stays in a person's device or password manager
-- (docs/decisions/0048-passkeys.md).
create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- What the authenticator calls it. Of one account alone: it is all that tells whose a sign-in is.
  credential_id bytea not null constraint passkeys_credential_key unique check (length(credential_id) between 1 and 1023),
  -- In COSE's form. Bounded, since every sign-in verifies with it.
  public_key bytea not null check (length(public_key) between 1 and 2048),
  -- Signatures counted by the authenticator, 0 where it counts none: one that does not grow was made by a copy.
  counter bigint not null check (counter >= 0),
  -- How the authenticator is reached, for the browser not to offer it twice.
  transports text[] not null,
  name text not null check (length(name) between 1 and 120),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What an authenticator is to sign, for a few minutes. A hash is enough to know it again, and tells nobody what to sign.
create table passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  challenge_hash bytea not null check (length(challenge_hash) = 32),
  -- The session that adds a passkey; null where somebody signs in, who is known only afterwards.
  session_id uuid references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenges_session on passkey_challenges (session_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
