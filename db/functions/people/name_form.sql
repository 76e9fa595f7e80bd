-- The searchable form of a name: finding people looks for a part of 'first last' or of the username, whatever the case
-- and accents. Letters that are not another letter with an accent, as in Søren and Łukasz, are found by those that most
-- keyboards have.
create or replace function name_form(text text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(translate(search_form(text), 'øłđðħı', 'olddhi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$$;
