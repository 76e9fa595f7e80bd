-- The audit log: each action of an admin or operator, with its subject and reason.
create table admin_audit (
  id uuid primary key default uuidv7(),
  actor_id uuid references users on delete set null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null
);
create index admin_audit_newest on admin_audit (created_at desc, id desc);
create index admin_audit_actor on admin_audit (actor_id) where actor_id is not null;
-- The audit log cannot be rewritten; only the name of the actor is forgotten with their account.
create trigger admin_audit_append_only before delete on admin_audit
  for each row execute function refuse_change();
create trigger admin_audit_unchanged before update of id, action, subject, details, created_at on admin_audit
  for each row execute function refuse_change();
create trigger admin_audit_keep before truncate on admin_audit
  for each statement execute function refuse_change();

-- How often each security event happened, for admins to see (decision 43): one row an hour and name, so that no flood
-- fills it. Every process adds its counts.
create table security_counts (
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  name text not null,
  count integer not null check (count > 0),
  -- The time of the latest one, as precisely as counts are stored.
  last_at timestamptz not null,
  primary key (hour, name)
);

-- Acts that one admin may not do alone wait here for a second admin, or for the operator
-- (docs/decisions/0104-a-second-admin.md).
create table admin_proposals (
  id uuid primary key default uuidv7(),
  -- The call that is made once a second person agrees, and its input: forgotten when it is decided, since it may name a
  -- person. The audit log keeps what was done.
  call text not null check (call <> ''),
  asked jsonb,
  -- Whose balance it moves by how much, as shown to the second person: approving does exactly this or nothing.
  moves jsonb not null check (jsonb_typeof(moves) = 'array'),
  reason text check (reason <> ''),
  proposed_by uuid references users on delete set null,
  proposed_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'approved', 'refused')),
  -- Null if the operator decided.
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  decision_reason text check (decision_reason <> ''),
  -- The second person is a different one.
  constraint admin_proposals_by_another check (state <> 'approved' or decided_by <> proposed_by),
  check ((state = 'open') = (asked is not null) and (state = 'open') = (decided_at is null))
);
create index admin_proposals_newest on admin_proposals (state, proposed_at desc, id desc);
create index admin_proposals_proposed_by on admin_proposals (proposed_by);
create index admin_proposals_decided_by on admin_proposals (decided_by);
create trigger admin_proposals_never_change
  before update of id, call, moves, reason, proposed_at on admin_proposals
  for each row execute function refuse_change();
create trigger admin_proposals_decided_once before update of state, asked, decided_at, decision_reason on admin_proposals
  for each row when (old.state <> 'open') execute function refuse_change();
create trigger admin_proposals_stay before delete on admin_proposals for each row execute function refuse_change();
create trigger admin_proposals_keep before truncate on admin_proposals
  for each statement execute function refuse_change();

-- How much an act of an admin moved for each payee, without a sign: the acts of one admin alone are summed over 30
-- days. `listed_in` is the payout run that showed it to others.
create table money_acts (
  audit_id uuid not null references admin_audit,
  payee_id uuid not null,
  cents bigint not null check (cents >= 0),
  acted_by uuid references users on delete set null,
  acted_at timestamptz not null,
  proposal_id uuid references admin_proposals,
  listed_in uuid,
  primary key (audit_id, payee_id)
);
create index money_acts_payee on money_acts (payee_id, acted_at);
create index money_acts_acted_by on money_acts (acted_by, acted_at);
create index money_acts_unlisted on money_acts (acted_at) where proposal_id is null and listed_in is null;
create index money_acts_listed_in on money_acts (listed_in);
create index money_acts_proposal on money_acts (proposal_id);
create trigger money_acts_never_change
  before update of audit_id, payee_id, cents, acted_at, proposal_id on money_acts
  for each row execute function refuse_change();
create trigger money_acts_listed_once before update of listed_in on money_acts
  for each row when (old.listed_in is not null) execute function refuse_change();
create trigger money_acts_stay before delete on money_acts for each row execute function refuse_change();
create trigger money_acts_keep before truncate on money_acts for each statement execute function refuse_change();
