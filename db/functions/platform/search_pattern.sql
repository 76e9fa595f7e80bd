-- The pattern (LIKE) for search_text: the text itself, whatever characters it holds.
create or replace function search_pattern(text text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(search_form(text), '([\\%_])', '\\\1', 'g') || '%'
$$;
