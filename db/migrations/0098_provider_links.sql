-- Up Migration
-- Identities of providers that wait to be linked to an account, for a code that is mailed to its address: the provider
-- has verified that address once, but is not the one that gives it out (docs/decisions/0007-recovery-and-providers.md).
create table provider_links (
  -- The hash of what the browser got that signed in.
  token_hash bytea primary key,
  -- The mailed code derives from it.
  id uuid not null unique,
  user_id uuid not null references users (id) on delete cascade,
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
