-- Up Migration
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- People who can sign in. E-mail addresses are kept lower-case, so plain equality ignores case.
create table users (
  id uuid primary key default uuidv7(),
  email text not null constraint users_email_key unique,
  password_hash text,
  role text not null default 'user' check (role in ('user', 'admin')),
  user_metadata jsonb not null default '{}' check (jsonb_typeof(user_metadata) = 'object'),
  -- Only a followed mail or a provider proves an address; signing up does not.
  email_verified_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_email_lower check (email = lower(email) and length(email) between 3 and 320)
);

create table identities (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  provider text not null check (provider in ('email', 'google', 'apple')),
  provider_id text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);
create index identities_user on identities (user_id);

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  user_agent text,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  -- A session once ended never lives again.
  ended_at timestamptz,
  ended_reason text check (ended_reason in ('signed_out', 'reuse_detected', 'password_changed', 'removed')),
  check ((ended_at is null) = (ended_reason is null))
);
create index sessions_user on sessions (user_id, refreshed_at desc) where ended_at is null;

-- Only hashes are kept. A token is active until its child is issued; each token has one child.
create table refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references sessions on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  parent_id bigint unique references refresh_tokens on delete cascade,
  created_at timestamptz not null,
  replaced_at timestamptz
);
create unique index refresh_tokens_one_active on refresh_tokens (session_id) where replaced_at is null;
create index refresh_tokens_session on refresh_tokens (session_id);

-- Keys that sign access tokens. A retired key is honoured until the tokens it signed have ended.
create table signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index signing_keys_one_current on signing_keys ((true)) where retired_at is null;

-- Secrets the program makes for itself at the first start.
create table app_secrets (
  name text primary key,
  value bytea not null check (length(value) >= 32)
);

-- Shared by all nodes; written by the rate limiter. Unlogged: losing it merely forgives.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, lower(tg_op)
    using errcode = 'restrict_violation';
end $$;
