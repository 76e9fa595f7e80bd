-- Up Migration
-- The words of what is found most: what somebody mistyped by one letter was most likely one of them. Made anew every few
-- minutes by a job, so that no post waits for it and words that nobody holds any more go.

-- A word without each of its letters, and the whole of it: two words that differ by one letter that is wrong, missing, too
-- many or swapped with the next have one of these in common, which an index finds.
create function word_slips(word text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct overlay(word placing '' from place for 1)) || word
  from generate_series(1, length(word)) as place
$$;
create table search_words (
  word text primary key check (length(word) between 3 and 25),
  -- How many products and people have it, of those that were looked at.
  holders integer not null check (holders > 0),
  slips text[] not null generated always as (word_slips(word)) stored
);
create index search_words_slips on search_words using gin (slips);
