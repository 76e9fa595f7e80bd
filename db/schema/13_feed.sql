create table search_words (
  word text primary key check (length(word) between 3 and 25),
  -- How many products and people have it, of those that were looked at.
  holders integer not null check (holders > 0),
  slips text[] not null generated always as (word_slips(word)) stored
);
create index search_words_slips on search_words using gin (slips);
