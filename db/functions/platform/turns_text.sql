-- Signs that turn the direction of what stands around a text (U+202A to U+202E, U+2066 to U+2069) are in no text that
-- others see: a name could make what stands beside it read otherwise. Marks and joiners stay, which scripts need.
create or replace function turns_text(text text) returns boolean language sql immutable parallel safe as $$
  select coalesce(text ~ '[\u202a-\u202e\u2066-\u2069]', false)
$$;
