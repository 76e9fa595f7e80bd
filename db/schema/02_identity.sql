-- People who can sign in. E-mail addresses are kept lower-case, so plain equality ignores case. Each foreign key to
-- this table has an index over all rows, since deleting an account goes through it.
create table users (
  id uuid primary key default uuidv7(),
  email text not null unique,
  password_hash text,
  role text not null default 'user' check (role in ('user', 'admin')),
  user_metadata jsonb not null default '{}' check (jsonb_typeof(user_metadata) = 'object'),
  -- Only a followed mail or a provider proves an address; signing up does not.
  email_verified_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A suspended account cannot sign in; all its sessions have ended. The reason is shown to a person who signs in with
  -- the right proof.
  suspended_at timestamptz,
  suspended_reason text check (length(suspended_reason) <= 500),
  -- A sign-in means counts for the next change only once it is settled (decision 100): three days after it was added by
  -- this database's clock, whatever the caller's clock says, or at once if its row says so.
  password_settles_at timestamptz not null default now(),
  -- When the passkeys and apps of a person who has lost them are removed, by this database's clock: seven days after
  -- they asked. No payout goes to the account meanwhile.
  steps_drop_at timestamptz,
  -- After changes were undone, payouts of the account pause for some days, since a stranger may have got in.
  payouts_rest_until timestamptz,
  constraint users_email_lower check (email = lower(email) and length(email) between 3 and 320),
  constraint users_suspended_with_reason check ((suspended_at is null) = (suspended_reason is null))
);
create index users_admins on users (id) where role = 'admin';
create index users_steps_drop on users (steps_drop_at) where steps_drop_at is not null;
alter table idempotency_keys add foreign key (user_id) references users on delete cascade;

-- How people sign in to an account: by its address and a password, or by Google or Apple.
create table identities (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('email', 'google', 'apple')),
  provider_id text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  settles_at timestamptz not null default now() + '3 days',
  unique (provider, provider_id)
);
create index identities_user on identities (user_id);

-- Sessions end for good after a set time, an admin's also when it is not used (decision 4).
create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  user_agent text,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  -- An ended session never lives again.
  ended_at timestamptz,
  ended_reason text check (ended_reason in ('signed_out', 'reuse_detected', 'password_changed',
    'removed', 'address_proven', 'unused', 'ended_by_admin', 'suspended', 'factor_verified', 'expired', 'idle',
    'taken_back')),
  -- How it was begun; access tokens say so (claim amr).
  method text not null check (method in ('password', 'recovery', 'oauth', 'webauthn')),
  -- Begun by a mailed link: may set a password without the old one, once.
  may_set_password boolean not null default false,
  -- Its level of assurance (claim `aal`), and which steps were shown when (claim `amr`, the latest first).
  aal text not null check (aal in ('aal1', 'aal2')),
  amr jsonb not null,
  -- When its person last proved who they are by a settled means, and by a settled passkey, app or recovery code.
  proof_at timestamptz,
  proof_by text check (proof_by in
    ('password', 'provider', 'passkey', 'app', 'recovery_code', 'mailed_code', 'mailed_link', 'operator_code')),
  step_at timestamptz,
  constraint sessions_amr_is_list check (jsonb_typeof(amr) = 'array' and jsonb_array_length(amr) > 0),
  check ((ended_at is null) = (ended_reason is null)),
  constraint sessions_only_recovery_sets_password check (not may_set_password or method = 'recovery'),
  constraint sessions_proof_names_its_means check ((proof_at is null) = (proof_by is null)),
  constraint sessions_step_is_a_proof check (step_at is null or proof_at is not null)
);
-- Ended sessions are removed after a while.
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create index sessions_unused on sessions (refreshed_at) where ended_at is null;
create index sessions_user on sessions (user_id, refreshed_at desc);
-- Maintenance looks for those whose time is over, and for admins'.
create index sessions_age on sessions (created_at) where ended_at is null;
-- User agents are cut to the device's name after 30 days; this finds the uncut ones by age.
create index sessions_agents on sessions (created_at) where user_agent like '%/%';

-- Only hashes are kept. A token is active until its child is issued; each token has one child.
create table refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references sessions on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- No foreign key: old tokens are removed before those that followed them.
  parent_id bigint unique,
  created_at timestamptz not null,
  replaced_at timestamptz
);
create unique index refresh_tokens_one_active on refresh_tokens (session_id) where replaced_at is null;
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_replaced on refresh_tokens (replaced_at) where replaced_at is not null;

-- Keys that sign access tokens. A retired key is accepted until the tokens that it signed have ended.
create table signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index signing_keys_one_current on signing_keys ((true)) where retired_at is null;

-- Secrets that the program makes for itself at the first start.
create table app_secrets (
  name text primary key,
  value bytea not null check (length(value) >= 32)
);

-- Tokens of mailed links. Only hashes are kept; using one of a person's tokens ends them all.
create table one_time_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  -- `reauthentication`: a code mailed to a proven address that replaces the current password, once (decision 4).
  purpose text not null check (purpose in ('recovery', 'reauthentication', 'enrolment')),
  -- From the client that requested the mail (PKCE), if it sent one.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A mailed code counts for the session that requested it, five times at most.
  session_id uuid references sessions on delete cascade,
  tries smallint not null default 0 check (tries between 0 and 5),
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index one_time_tokens_user on one_time_tokens (user_id);
create index one_time_tokens_expiry on one_time_tokens (expires_at);
create index one_time_tokens_session on one_time_tokens (session_id) where session_id is not null;

-- A sign-in under way at a provider; its state comes back with the person, once.
create table provider_flows (
  state_hash bytea primary key check (length(state_hash) = 32),
  provider text not null check (provider in ('google', 'apple')),
  nonce text not null,
  code_verifier text not null,
  redirect_to text not null,
  -- From the client that sent the person (PKCE), if it sent one.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index provider_flows_expiry on provider_flows (expires_at);

-- A client that sent a challenge gets this code in its address instead of a session, to exchange with its verifier,
-- once.
create table auth_codes (
  code_hash bytea primary key check (length(code_hash) = 32),
  user_id uuid not null references users on delete cascade,
  method text not null check (method in ('recovery', 'oauth')),
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index auth_codes_user on auth_codes (user_id);
create index auth_codes_expiry on auth_codes (expires_at);

-- Second steps beside a password: an authenticator app, or a set of recovery codes, which needs an app's factor.
create table factors (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  type text not null check (type in ('totp', 'recovery_code')),
  friendly_name text not null check (length(friendly_name) between 1 and 200),
  -- An app's secret, encrypted with a key that is not in this table.
  secret bytea,
  -- The last time step whose code was used: each code works once.
  last_step bigint,
  verified_at timestamptz,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- An app settles from its first code on, not from the start of its setup.
  settles_at timestamptz not null default now() + '3 days',
  constraint factors_name unique (user_id, friendly_name),
  check ((secret is not null) = (type = 'totp')),
  check (type = 'totp' or verified_at is not null)
);
-- Read with the caller of every call.
create index factors_verified on factors (user_id) where type = 'totp' and verified_at is not null;
create unique index factors_one_set_of_codes on factors (user_id) where type = 'recovery_code';
create index factors_unverified on factors (created_at) where verified_at is null;

-- A challenge; the session that requested it answers it.
create table factor_challenges (
  id uuid primary key default uuidv7(),
  factor_id uuid not null references factors on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index factor_challenges_factor on factor_challenges (factor_id);
create index factor_challenges_session on factor_challenges (session_id);
create index factor_challenges_expiry on factor_challenges (expires_at);

-- Only hashes are kept; each code is used once.
create table recovery_codes (
  factor_id uuid not null references factors on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (factor_id, code_hash)
);

-- Passkeys: a key of an account whose other half stays in a person's device or password manager
-- (docs/decisions/0048-passkeys.md).
create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- The authenticator's name for it. Unique over all accounts: nothing else says whose sign-in it is.
  credential_id bytea not null check (length(credential_id) between 1 and 1023),
  -- In COSE's form. Its size is limited, since every sign-in verifies with it.
  public_key bytea not null check (length(public_key) between 1 and 2048),
  -- Signatures counted by the authenticator, 0 if it counts none: if the number does not grow, a copy made the
  -- signature.
  counter bigint not null check (counter >= 0),
  -- How the browser reaches the authenticator, so that it is not offered twice.
  transports text[] not null,
  name text not null check (length(name) between 1 and 120),
  created_at timestamptz not null,
  last_used_at timestamptz,
  settles_at timestamptz not null default now() + '3 days',
  constraint passkeys_credential_key unique (credential_id)
);
create index passkeys_user on passkeys (user_id);

-- A challenge for an authenticator to sign, valid for a few minutes. Its hash is enough to recognise it, and reveals
-- nothing.
create table passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  challenge_hash bytea not null check (length(challenge_hash) = 32),
  -- The session that adds a passkey; null for a sign-in, where the person is known only afterwards.
  session_id uuid references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenges_session on passkey_challenges (session_id);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Recent changes to the means that prove a person, and to their payout details: kept for seven days, in which a mailed
-- link undoes a change and all later ones (docs/decisions/0100-settled-means.md).
create table means_changes (
  -- The order in which they are undone: every writer locks the account first.
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  means text not null check (means in ('password', 'passkey', 'totp', 'recovery_code', 'provider', 'payout_account')),
  change text not null check (change in ('added', 'changed', 'removed')),
  means_id uuid,
  -- The name that its owner gave it.
  name text,
  -- The row as it was before, where no sign-in can use it.
  kept jsonb,
  -- The same for all changes of one transaction: a mail names them by the first one.
  changed_at timestamptz not null default now(),
  undone_at timestamptz,
  -- The hash of the mailed link's token; the mail derives the token again when it is sent again.
  link_hash bytea check (length(link_hash) = 32),
  constraint means_changes_link unique (link_hash),
  check ((means = 'password') = (means_id is null)),
  -- Undone changes and additions keep no row.
  check (kept is null or (change <> 'added' and undone_at is null))
);
create index means_changes_user on means_changes (user_id, id);
create index means_changes_age on means_changes (changed_at);

-- Places where people have completed a sign-in: their browser, known by a mark in a cookie, and its network. Strangers'
-- guesses count apart from attempts made there (docs/decisions/0004-sessions.md).
create table familiar_places (
  user_id uuid not null references users on delete cascade,
  -- A hash of the account and a keyed hash of the mark or the network, so that the same place looks different for two
  -- accounts.
  place_hash bytea not null check (length(place_hash) = 32),
  -- The level shown there: `aal2` for all steps of an account that has two.
  level text not null check (level in ('aal1', 'aal2')),
  expires_at timestamptz not null,
  primary key (user_id, place_hash)
);
create index familiar_places_expires_at on familiar_places (expires_at);

-- Identities of providers that wait to be linked to an account, by a code mailed to its address: the provider has
-- verified that address once, but is not the one that assigns it (docs/decisions/0007-recovery-and-providers.md).
create table provider_links (
  -- The hash of the secret that the signing-in browser got.
  token_hash bytea primary key,
  -- The mailed code derives from it.
  id uuid not null unique,
  user_id uuid not null references users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text,
  tries_left smallint not null check (tries_left between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index provider_links_user_id on provider_links (user_id);
create index provider_links_expires_at on provider_links (expires_at);
