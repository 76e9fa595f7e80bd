-- What search_text is compared with (LIKE): the text itself, whatever signs it holds.
create or replace function search_pattern(text text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(search_form(text), '([\\%_])', '\\\1', 'g') || '%'
$$;
