-- A text without the characters that turns_text() finds.
create or replace function without_turns(text text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(text, '[\u202a-\u202e\u2066-\u2069]', '', 'g'))
$$;
