-- A field of a hash: its length in bytes, then its text, so that different fields never look the same once joined; a
-- null is `-`.
create or replace function hashed_field(field text) returns text language sql immutable parallel safe
return coalesce(octet_length(field)::text || ':' || field || ',', '-,');
