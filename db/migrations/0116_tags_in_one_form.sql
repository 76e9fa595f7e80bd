-- Up Migration

-- Tags are one form of Unicode (NFC), as calls store them from now on: `é` typed on a phone and on a Mac were two tags,
-- which looked alike and found different products. What becomes the same stands once, where it stood first.
update products set tags = (
  select array_agg(tag order by place) from (
    select normalize(each, NFC) as tag, min(n) as place
    from unnest(tags) with ordinality as given (each, n) group by 1) as one)
where exists (select from unnest(tags) as given (each) where each is not nfc normalized);
