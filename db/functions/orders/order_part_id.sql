-- The id of an order item that holds only some rows of a reported id: those of a product and sub tag.
create or replace function order_part_id(reported_id text, asin text, sub_tag text)
returns text language sql immutable parallel safe as $$
  select left(reported_id, 183) || '~'
    || left(encode(sha256(convert_to(concat_ws(chr(31), reported_id, asin, coalesce(sub_tag, '')), 'UTF8')), 'hex'), 16)
$$;
