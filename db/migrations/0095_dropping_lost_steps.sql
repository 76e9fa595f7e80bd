-- Up Migration
-- When the passkeys and apps of somebody who has lost them go, by this database's clock: seven days after they asked. No
-- payout goes to the account meanwhile.
alter table users add column steps_drop_at timestamptz;
create index users_steps_drop on users (steps_drop_at) where steps_drop_at is not null;
