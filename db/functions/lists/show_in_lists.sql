-- A product that others may see no longer, or again, takes its items in all lists along. A trigger, so that no writer
-- can forget it. Several products that change at once find their lists together, which are locked in the order of ids.
create or replace function show_in_lists() returns trigger language plpgsql as $$
declare
  gone uuid[];
  back uuid[];
begin
  select array_agg(n.id) filter (where not n.is_shown), array_agg(n.id) filter (where n.is_shown) into gone, back
  from (select id, deleted_at is null and not unlisted as is_shown from new_products) as n
  join (select id, deleted_at is null and not unlisted as is_shown from old_products) as o using (id)
  where n.is_shown <> o.is_shown;
  if gone is null and back is null then
    return null;
  end if;
  perform from lists where id in (select list_id from list_items where product_id = any (gone || back))
  order by id for no key update;
  update list_items i set is_shown = i.product_id = any (coalesce(back, '{}')) and not exists (
    select from list_links k
    where k.list_id = i.list_id and k.product_id = i.product_id and k.refused_at is not null)
  where i.product_id = any (gone || back);
  return null;
end $$;

create trigger products_in_lists after update on products
  referencing old table as old_products new table as new_products for each statement execute function show_in_lists();
