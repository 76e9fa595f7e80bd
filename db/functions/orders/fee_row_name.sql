-- The name of an order item whose first row is this row of Fee-Earnings, which has no order id. Written so that
-- PostgreSQL inlines it: it is called for each row of a file.
create or replace function fee_row_name(fee_key text, sub_tag text, day date, cents bigint, pieces integer, ordinal bigint)
returns text language sql stable parallel safe as $$
  select regexp_replace(fee_key, '^(fee-..)-(.+)-[^-]+$', '\1-' || to_char(day, 'YYYY-MM-DD') || '-\2-')
    || left(encode(sha256(convert_to(
      concat_ws('|', fee_key, to_char(day, 'YYYY-MM-DD'), cents, pieces, ordinal, sub_tag), 'UTF8')), 'hex'), 16)
$$;
