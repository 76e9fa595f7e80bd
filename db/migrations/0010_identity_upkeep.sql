-- Up Migration
-- A session that nobody has used for half a year ends.
alter table sessions
  drop constraint sessions_ended_reason_check,
  add constraint sessions_ended_reason_check check (ended_reason in
    ('signed_out', 'reuse_detected', 'password_changed', 'address_proven', 'removed', 'unused'));
create index sessions_unused on sessions (refreshed_at) where ended_at is null;

-- Tokens long out of use are removed before those that came after them. That each has one child stays.
alter table refresh_tokens drop constraint refresh_tokens_parent_id_fkey;
create index refresh_tokens_replaced on refresh_tokens (replaced_at) where replaced_at is not null;
