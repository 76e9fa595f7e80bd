-- Up Migration
-- What proves a person is worth something for the next change only once it is settled (decision 100): three days after it
-- was added by this database's clock, whatever the caller's says, or at once where its row says so.
alter table users add column password_settles_at timestamptz not null default now();
alter table identities add column settles_at timestamptz not null default now() + interval '3 days';
alter table passkeys add column settles_at timestamptz not null default now() + interval '3 days';
-- Of an app from its first code on, not from when somebody began to set it up.
alter table factors add column settles_at timestamptz not null default now() + interval '3 days';
update identities set settles_at = least(created_at + interval '3 days', settles_at);
update passkeys set settles_at = least(created_at + interval '3 days', settles_at);
update factors set settles_at = least(verified_at + interval '3 days', settles_at) where verified_at is not null;

-- What the session's holder last proved by a settled means, and by a settled passkey, app or recovery code. Sessions from
-- before have proved nothing: they are asked at the next sensitive act.
alter table sessions
  add column proof_at timestamptz,
  add column proof_by text check (proof_by in
    ('password', 'provider', 'passkey', 'app', 'recovery_code', 'mailed_code', 'mailed_link', 'operator_code')),
  add column step_at timestamptz,
  add constraint sessions_proof_names_its_means check ((proof_at is null) = (proof_by is null)),
  add constraint sessions_step_is_a_proof check (step_at is null or proof_at is not null);

-- A mailed code counts for the session that asked for it, five times at most.
alter table one_time_tokens
  add column session_id uuid references sessions on delete cascade,
  add column tries smallint not null default 0 check (tries between 0 and 5),
  drop constraint one_time_tokens_purpose_check,
  add constraint one_time_tokens_purpose_check check (purpose in ('recovery', 'reauthentication', 'enrolment'));
update one_time_tokens set expires_at = created_at where purpose = 'reauthentication' and expires_at > created_at;
create index one_time_tokens_session on one_time_tokens (session_id) where session_id is not null;
-- When anything was shown, settled or not; nothing asks for that any more.
alter table sessions drop column shown_at;
