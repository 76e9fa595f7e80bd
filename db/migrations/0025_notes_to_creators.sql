-- Up Migration
-- What an admin tells the creator of an order that was assigned by hand. `reason` is for other admins alone.
alter table order_matches
  add column note_to_creator text check (length(btrim(note_to_creator)) between 1 and 500),
  add check (note_to_creator is null or confidence = 'manual');
