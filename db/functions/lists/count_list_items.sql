-- Keeps the counts of lists exact, by triggers, so that no writer can forget it: all items, and those that others may
-- see. Lists are locked in the order of ids, always after products.
create or replace function count_list_items() returns trigger language plpgsql as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct list_id) into changed from new_items;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct list_id) into changed from old_items;
  else
    select array_agg(distinct n.list_id) into changed
    from new_items n join old_items o using (id) where n.is_shown <> o.is_shown;
  end if;
  if changed is null then
    return null;
  end if;
  perform from lists where id = any (changed) order by id for no key update;
  update lists l set items_count = c.items, shown_count = c.shown
  from (
    select u.id, count(i.id)::integer as items, (count(i.id) filter (where i.is_shown))::integer as shown
    from unnest(changed) as u (id) left join list_items i on i.list_id = u.id
    group by u.id
  ) as c
  where l.id = c.id;
  return null;
end $$;

create trigger list_items_counted after insert on list_items
  referencing new table as new_items for each statement execute function count_list_items();
create trigger list_items_discounted after delete on list_items
  referencing old table as old_items for each statement execute function count_list_items();
create trigger list_items_counted_again after update on list_items
  referencing old table as old_items new table as new_items for each statement execute function count_list_items();
