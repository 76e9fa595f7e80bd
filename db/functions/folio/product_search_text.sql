-- Normalised, a character may be eighteen: a few hundred products with descriptions of such would make every search of
-- everyone's newest read hundreds of megabytes. Of each product 8,000 characters are searched
-- (docs/decisions/0015-feed-and-search.md), title and tags first. Texts in Latin letters are never so long.
create or replace function product_search_text(title text, description text, tags text[])
returns text language sql immutable parallel safe as $$
  select left(search_form(concat_ws(e'\n', title, array_to_string(tags, e'\n'), description)), 8000)
$$;
