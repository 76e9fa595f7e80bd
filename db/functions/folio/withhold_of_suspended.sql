-- Whoever suspends an account locks it and then marks its products. What is being posted at that moment waits for the
-- lock here, the first that it takes, or is waited for, and so is marked either way.
create or replace function withhold_of_suspended() returns trigger language plpgsql as $$
begin
  select suspended_at is not null or new.withheld into new.withheld from users where id = new.user_id for key share;
  new.withheld := coalesce(new.withheld, false);
  return new;
end $$;

create trigger products_of_suspended before insert on products
  for each row execute function withhold_of_suspended();
