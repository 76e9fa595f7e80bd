-- One character may become eighteen when normalised: a few hundred products with long descriptions of such characters
-- would make every search of the public feed read hundreds of megabytes. So only 8,000 characters of each product are
-- searched (docs/decisions/0015-feed-and-search.md), title and tags first. Texts in Latin letters are never that long.
create or replace function product_search_text(title text, description text, tags text[])
returns text language sql immutable parallel safe as $$
  select left(search_form(concat_ws(e'\n', title, array_to_string(tags, e'\n'), description)), 8000)
$$;
