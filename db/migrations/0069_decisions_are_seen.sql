-- Up Migration

-- What was decided of somebody is told on their next visit as well as by mail, until they say that they have read it
-- (decision 51). What was decided before has been told by mail alone, and stays so.
alter table moderation_decisions add column seen_at timestamptz;
update moderation_decisions set seen_at = decided_at;
create index moderation_decisions_unseen on moderation_decisions (user_id) where seen_at is null;
