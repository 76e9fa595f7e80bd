-- Up Migration
alter table sessions
  -- How it was begun; access tokens tell it (claim amr).
  add column method text not null default 'password' check (method in ('password', 'recovery', 'oauth')),
  -- Begun by a followed mail: may set a password without giving the old one, once.
  add column may_set_password boolean not null default false,
  drop constraint sessions_ended_reason_check,
  add constraint sessions_ended_reason_check check (ended_reason in
    ('signed_out', 'reuse_detected', 'password_changed', 'address_proven', 'removed')),
  add constraint sessions_only_recovery_sets_password check (not may_set_password or method = 'recovery');
alter table sessions alter column method drop default;
-- Ended sessions are removed after a while.
create index sessions_ended on sessions (ended_at) where ended_at is not null;

-- What a mailed link carries. Only hashes are kept; the first of a person's tokens that is used ends them all.
create table one_time_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('recovery')),
  -- Of the client that asked for the mail (PKCE), if it gave one.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index one_time_tokens_user on one_time_tokens (user_id);
create index one_time_tokens_expiry on one_time_tokens (expires_at);

-- A sign-in that is under way at a provider; its state comes back with the person, once.
create table provider_flows (
  state_hash bytea primary key check (length(state_hash) = 32),
  provider text not null check (provider in ('google', 'apple')),
  nonce text not null,
  code_verifier text not null,
  redirect_to text not null,
  -- Of the client that sent the person (PKCE), if it gave one.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index provider_flows_expiry on provider_flows (expires_at);

-- What a client that gave a challenge gets in its address instead of a session, to exchange with its verifier, once.
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
