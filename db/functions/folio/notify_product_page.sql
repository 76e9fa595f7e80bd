-- Tells every node which cached public pages a committed change makes stale. Triggers, so that no writer can forget. A
-- change that only says that a price was read again is not announced: prices are read all day long, a page is kept for
-- a minute at most and never longer than its price may be shown, so rendering the feed anew for every reading gains
-- nothing.
create or replace function notify_product_page() returns trigger language plpgsql as $$
declare
  elsewhere products;
begin
  if tg_op = 'UPDATE' then
    elsewhere := new;
    elsewhere.price_cents := old.price_cents;
    elsewhere.price_as_of := old.price_as_of;
    elsewhere.attention := old.attention;
    elsewhere.attention_since := old.attention_since;
    if elsewhere is not distinct from old then
      return null;
    end if;
  end if;
  perform pg_notify('page_changed', 'product:' || new.id);
  perform pg_notify('page_changed', 'profile:' || coalesce(new.user_id, old.user_id));
  perform pg_notify('page_changed', 'feed');
  -- Pages of the same item show who else shares it.
  if not new.asin_is_made_up then
    perform pg_notify('page_changed', format('asin:%s:%s', new.marketplace, new.asin));
  end if;
  return null;
end $$;

create trigger products_page_changed after insert or update on products
  for each row execute function notify_product_page();
