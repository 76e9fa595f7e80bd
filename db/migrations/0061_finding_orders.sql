-- Up Migration

-- What orders are called, each title of an ASIN once: searched instead of a million orders that share a few thousand titles
-- (decision 26).
create table order_titles (
  asin text not null,
  title text not null,
  search_text text not null generated always as (search_form(title)) stored,
  primary key (asin, title)
);
create index order_titles_search on order_titles using gin (search_text gin_trgm_ops);

create function note_order_titles() returns trigger language plpgsql as $$
begin
  insert into order_titles (asin, title)
    select distinct asin, product_title from told where product_title <> '' order by asin, product_title
    on conflict do nothing;
  return null;
end $$;
-- A statement at a time, whoever writes orders: a merge has thousands in one.
create trigger amazon_orders_titled after insert on amazon_orders
  referencing new table as told for each statement execute function note_order_titles();
create trigger amazon_orders_retitled after update on amazon_orders
  referencing new table as told for each statement execute function note_order_titles();
insert into order_titles (asin, title)
  select distinct asin, product_title from amazon_orders where product_title <> '';

-- Orders by what they are worth, and those of a marketplace that are few among all.
create index amazon_orders_worth on amazon_orders (commission_cents desc, order_item_id desc);
create index amazon_orders_elsewhere on amazon_orders (marketplace, order_date desc, order_item_id desc)
  where marketplace <> 'us';
