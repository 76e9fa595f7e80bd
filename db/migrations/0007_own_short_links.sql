-- A product's own short links, the first of which stands on each of its cards. A product may be in very many lists and
-- has a link in each: by the index of all its links, a plan for any product read and sorted all of them.
create index short_links_own on short_links (product_id, created_at) where not is_of_list;
