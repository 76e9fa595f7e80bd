-- The start of the quarter of an hour (UTC) that holds `at`.
create or replace function quarter_of(at timestamptz) returns timestamptz language sql immutable strict parallel safe
return date_bin('15 minutes', at, '2001-01-01 00:00:00+00');
