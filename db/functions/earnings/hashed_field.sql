-- A field of a hash: its length in bytes before it, so that fields of any text cannot be told as others; a null is
-- `-`.
create or replace function hashed_field(field text) returns text language sql immutable parallel safe
return coalesce(octet_length(field)::text || ':' || field || ',', '-,');
