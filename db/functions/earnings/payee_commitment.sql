create or replace function payee_commitment(salt bytea, payee uuid, person uuid) returns bytea language sql immutable parallel safe
return sha256(salt || uuid_send(payee) || uuid_send(person));
