-- Every product gets its counter of clicks as it is made. A trigger, so that no writer can forget it.
create or replace function start_counting() returns trigger language plpgsql as $$
begin
  insert into click_totals (product_id) select id from made;
  return null;
end $$;

create trigger products_counted after insert on products
  referencing new table as made for each statement execute function start_counting();
