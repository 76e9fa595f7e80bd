-- Every profile gets its counts of followers as it is made.
create or replace function start_follow_counts() returns trigger language plpgsql as $$
begin
  insert into follow_counts (user_id) select id from made;
  return null;
end $$;

create trigger profiles_follow_counts after insert on profiles
  referencing new table as made for each statement execute function start_follow_counts();
