-- The reports of a list go with it: nothing is left to decide on. Decisions stay.
create or replace function forget_list_case() returns trigger language plpgsql as $$
begin
  delete from moderation_cases where list_id = old.id;
  return old;
end $$;

create trigger lists_case_forgotten before delete on lists
  for each row execute function forget_list_case();
