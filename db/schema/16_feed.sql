-- The words of what is found most: what somebody mistyped by one letter was most likely one of them. Made anew every
-- few minutes by a job, so that no post waits for it and words that nobody holds any more go.
create table search_words (
  word text primary key check (length(word) between 3 and 25),
  -- How many products and people have it, of those that were looked at.
  holders integer not null check (holders > 0),
  slips text[] not null generated always as (word_slips(word)) stored
);
create index search_words_slips on search_words using gin (slips);
