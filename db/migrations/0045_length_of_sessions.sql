-- Up Migration
-- Sessions end for good after a set time, an admin's also when nobody uses it (decision 4). The list holds all
-- reasons that a session may end for: whoever adds one repeats the others.
alter table sessions
  drop constraint sessions_ended_reason_check,
  add constraint sessions_ended_reason_check check (ended_reason in ('signed_out', 'reuse_detected', 'password_changed',
    'removed', 'address_proven', 'unused', 'ended_by_admin', 'suspended', 'factor_verified', 'expired', 'idle'));
-- Upkeep looks for those that have had their time, and for admins'.
create index sessions_age on sessions (created_at) where ended_at is null;
create index users_admins on users (id) where role = 'admin';
