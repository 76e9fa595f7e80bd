-- A product that is not listed any more, or is again, takes its links to categories along.
create or replace function unlist_links() returns trigger language plpgsql as $$
begin
  update product_categories set unlisted = new.unlisted where product_id = new.id;
  return null;
end $$;

create trigger products_links_unlisted after update on products
  for each row when (old.unlisted <> new.unlisted and new.deleted_at is null) execute function unlist_links();
