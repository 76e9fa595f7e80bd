-- The payee of what a person publishes, for folio; null for nobody.
create or replace function payee_of(person uuid) returns uuid language sql stable parallel safe
return (select id from payees where user_id = person);
