-- Proves to anyone who has the salt whose a payee is, and tells nobody else
-- (docs/decisions/0083-a-log-of-the-ledger.md).
create or replace function payee_commitment(salt bytea, payee uuid, person uuid) returns bytea language sql immutable parallel safe
return sha256(salt || uuid_send(payee) || uuid_send(person));
