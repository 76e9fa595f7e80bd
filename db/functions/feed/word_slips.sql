-- A word itself and with each one of its letters left out. Two words that differ by one letter (wrong, missing, extra
-- or swapped with the next) have one of these in common, which an index finds.
create or replace function word_slips(word text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(distinct overlay(word placing '' from place for 1)) || word
  from generate_series(1, length(word)) as place
$$;
