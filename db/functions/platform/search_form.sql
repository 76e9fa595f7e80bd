-- A text in its searchable form, without case and accents.
create or replace function search_form(text text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize(text, NFKD), '[\u0300-\u036f]', '', 'g'))
$$;
