-- Whether an admin said that nobody can know whose a return is, so that the platform bears it.
create or replace function is_borne(back text) returns boolean language sql stable
set plan_cache_mode = force_generic_plan as $$
  select exists (
    select from (select purchase_id from return_answers where return_id = back order by id desc limit 1) newest
    where purchase_id is null)
$$;
