-- Up Migration
-- How sure it is who is there (claim `aal`), and by what it was shown when (claim `amr`, the last first).
alter table sessions
  add column aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  add column amr jsonb,
  -- When a sign-in or a second step was last shown.
  add column shown_at timestamptz,
  drop constraint sessions_method_check,
  add constraint sessions_method_check check (method in ('password', 'recovery', 'oauth', 'webauthn')),
  drop constraint sessions_ended_reason_check,
  add constraint sessions_ended_reason_check check (ended_reason in
    ('signed_out', 'reuse_detected', 'password_changed', 'address_proven', 'removed', 'unused', 'factor_verified'));
update sessions set
  amr = jsonb_build_array(
    jsonb_build_object('method', method, 'timestamp', floor(extract(epoch from created_at))::bigint)),
  shown_at = created_at;
alter table sessions
  alter column aal drop default,
  alter column amr set not null,
  alter column shown_at set not null,
  add constraint sessions_amr_is_list check (jsonb_typeof(amr) = 'array' and jsonb_array_length(amr) > 0);

-- What somebody shows beside a password: an authenticator app, or a set of recovery codes, which needs an app's factor.
create table factors (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  type text not null check (type in ('totp', 'recovery_code')),
  friendly_name text not null check (length(friendly_name) between 1 and 200),
  -- Of an app; encrypted with a key that is not in this table.
  secret bytea,
  -- The last step of time whose code was taken: each code works once.
  last_step bigint,
  verified_at timestamptz,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint factors_name unique (user_id, friendly_name),
  check ((secret is not null) = (type = 'totp')),
  check (type = 'totp' or verified_at is not null)
);
-- Read with the caller of every call.
create index factors_verified on factors (user_id) where type = 'totp' and verified_at is not null;
create unique index factors_one_set_of_codes on factors (user_id) where type = 'recovery_code';
create index factors_unverified on factors (created_at) where verified_at is null;

-- A code that is being asked for; it is answered by the session that asked.
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
