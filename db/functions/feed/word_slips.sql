-- The words of what is found most: what somebody mistyped by one letter was most likely one of them. Made anew every few
-- minutes by a job, so that no post waits for it and words that nobody holds any more go.
-- A word without each of its letters, and the whole of it: two words that differ by one letter that is wrong, missing, too
-- many or swapped with the next have one of these in common, which an index finds.
create or replace function word_slips(word text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct overlay(word placing '' from place for 1)) || word
  from generate_series(1, length(word)) as place
$$;
