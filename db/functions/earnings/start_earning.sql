-- Every product gets its record of earnings as it is made. A trigger, so that no writer can forget it.
create or replace function start_earning() returns trigger language plpgsql as $$
begin
  insert into earnings (product_id) select id from made;
  return null;
end $$;

create trigger products_earn after insert on products
  referencing new table as made for each statement execute function start_earning();
