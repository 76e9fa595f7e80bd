-- is_categorized and the product's category links must agree when a transaction ends.
create or replace function check_product_categorized() returns trigger language plpgsql as $$
declare
  checked uuid;
begin
  -- Branches, not one expression: PL/pgSQL refuses an expression with a field that the row does not have.
  if tg_table_name = 'products' then checked := new.id;
  else checked := coalesce(new.product_id, old.product_id);
  end if;
  if exists (
    select from products p
    where p.id = checked
      and p.is_categorized <> exists (select from product_categories c where c.product_id = p.id)
  ) then
    raise exception 'product %: is_categorized does not match its category links', checked
      using errcode = 'check_violation', constraint = 'products_categorized_matches_links';
  end if;
  return null;
end $$;

create constraint trigger products_categorized after insert or update of is_categorized on products
  deferrable initially deferred for each row execute function check_product_categorized();
create constraint trigger product_categories_categorized after insert or update or delete on product_categories
  deferrable initially deferred for each row execute function check_product_categorized();
