-- Tags are lower-case, without spaces around them, each once.
create or replace function tags_are_clean(tags text[]) returns boolean language sql immutable parallel safe as $$
  select cardinality(tags) > 0
    and cardinality(tags) = (select count(distinct tag) from unnest(tags) as tag)
    and not exists (select from unnest(tags) as tag where tag is null or tag <> lower(btrim(tag)) or tag = '')
$$;
