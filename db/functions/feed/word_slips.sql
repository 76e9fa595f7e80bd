-- A word without each of its letters, and the whole of it: two words that differ by one letter that is wrong, missing,
-- too many or swapped with the next have one of these in common, which an index finds.
create or replace function word_slips(word text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct overlay(word placing '' from place for 1)) || word
  from generate_series(1, length(word)) as place
$$;
