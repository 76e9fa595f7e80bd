-- Each name begins after a space, so that the beginning of a word can be searched as a part of the text.
create or replace function person_search_text(first_name text, last_name text, username text)
returns text language sql immutable parallel safe as $$
  select regexp_replace(name_form(' ' || first_name || ' ' || last_name), '\s+', ' ', 'g') || e'\n ' || username
$$;
