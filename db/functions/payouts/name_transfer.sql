-- A transfer's reference is found in any case.
create or replace function name_transfer() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.reference_key := lower(new.reference);
  return new;
end $$;

create trigger transfers_named before insert on transfers for each row execute function name_transfer();
