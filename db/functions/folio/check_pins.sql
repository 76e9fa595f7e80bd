-- Nobody has more than eight pinned categories (docs/product/my-folio.md#manage-categories). A category without a row
-- counts as pinned if its sort_order is 8 or less. The lock makes one person's pins wait for each other.
create or replace function check_pins() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id for no key update;
  if 8 < (
    select count(*) from categories c
    left join user_category_preferences p on p.category_id = c.id and p.user_id = new.user_id
    where coalesce(p.is_pinned, c.sort_order <= 8)
  ) then
    raise exception 'user % has more than eight pinned categories', new.user_id
      using errcode = 'check_violation', constraint = 'at_most_eight_pinned';
  end if;
  return null;
end $$;

create trigger user_category_preferences_pins after insert or update on user_category_preferences
  for each row when (new.is_pinned) execute function check_pins();
