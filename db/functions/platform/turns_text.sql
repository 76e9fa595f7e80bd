-- Whether a text holds characters that change the direction of the text around it (U+202A to U+202E, U+2066 to U+2069).
-- No text that others see may: a name could make its surroundings read otherwise. Marks and joiners are allowed, since
-- scripts need them.
create or replace function turns_text(text text) returns boolean language sql immutable parallel safe as $$
  select coalesce(text ~ '[\u202a-\u202e\u2066-\u2069]', false)
$$;
