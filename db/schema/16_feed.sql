-- The most frequent words of products and people, from which a text with one wrong letter is corrected. A job makes
-- them anew every few minutes, so that no post waits for it and unused words disappear.
create table search_words (
  word text primary key check (length(word) between 3 and 25),
  -- How many of the products and people that were read have it.
  holders integer not null check (holders > 0),
  slips text[] not null generated always as (word_slips(word)) stored
);
create index search_words_slips on search_words using gin (slips);
