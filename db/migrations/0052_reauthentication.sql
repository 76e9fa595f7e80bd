-- Up Migration
-- A nonce that is mailed to a proven address and stands for the current password, once (decision 4).
alter table one_time_tokens
  drop constraint one_time_tokens_purpose_check,
  add constraint one_time_tokens_purpose_check check (purpose in ('recovery', 'reauthentication'));
