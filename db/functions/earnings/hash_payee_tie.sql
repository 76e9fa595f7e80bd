-- A tie has the database's time and its own hash, whatever its writer says.
create or replace function hash_payee_tie() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
begin
  new.made_at := clock_timestamp();
  new.hash := payee_tie_hash(new);
  return new;
end $$;

create trigger payee_ties_hash before insert on payee_ties for each row execute function hash_payee_tie();
