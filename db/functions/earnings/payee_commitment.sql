-- Tells whose a payee is to whoever has the salt, and nobody else (docs/decisions/0083-a-log-of-the-ledger.md).
create or replace function payee_commitment(salt bytea, payee uuid, person uuid) returns bytea language sql immutable parallel safe
return sha256(salt || uuid_send(payee) || uuid_send(person));
