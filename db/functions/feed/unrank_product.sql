-- A product that others do not see any more, or that leaves its category, leaves the category's ranking at once, and is
-- back with the next one at the earliest. So of what a cached page shows of a category, nothing changes between two
-- rankings but what the page itself was made from.
create or replace function unrank_product() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'products' then
    delete from category_ranks where product_id = new.id;
  else
    delete from category_ranks where product_id = old.product_id and category_id = old.category_id;
  end if;
  return null;
end $$;

create trigger products_unranked after update on products
  for each row when (new.unlisted and not old.unlisted or new.deleted_at is not null and old.deleted_at is null)
  execute function unrank_product();
create trigger product_categories_unranked after delete on product_categories
  for each row execute function unrank_product();
