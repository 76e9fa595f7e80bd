-- Up Migration
-- Up to which day an admin has looked at a product whose clicks look wrong, and how many clicks that day had then: a later
-- day brings it up again, and so does twice as many clicks of the same one, which may not have been over. No foreign key to
-- products, as of clicks: rows go when their day is not looked at any more.
create table click_flags_seen (
  product_id uuid primary key,
  day date not null,
  clicks integer not null check (clicks >= 0),
  seen_at timestamptz not null,
  seen_by uuid references users on delete set null
);
create index click_flags_seen_by on click_flags_seen (seen_by) where seen_by is not null;
