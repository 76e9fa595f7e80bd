-- Who is paid for what a person posts, as folio asks; null for nobody.
create or replace function payee_of(person uuid) returns uuid language sql stable parallel safe
return (select id from payees where user_id = person);
