-- Up Migration
-- Signs that turn the direction of what stands around a text (U+202A to U+202E, U+2066 to U+2069) are in no text that
-- others see: a name could make what stands beside it read otherwise. Marks and joiners stay, which scripts need.
create function turns_text(text text) returns boolean language sql immutable parallel safe as $$
  select coalesce(text ~ '[\u202a-\u202e\u2066-\u2069]', false)
$$;
create function without_turns(text text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(text, '[\u202a-\u202e\u2066-\u2069]', '', 'g'))
$$;
update products set
  title = without_turns(title),
  description = nullif(without_turns(description), ''),
  user_comment = nullif(without_turns(user_comment), ''),
  tags = (
    select array_agg(tag order by place) from (
      select without_turns(one) as tag, min(n) as place from unnest(tags) with ordinality as t (one, n) group by 1
    ) as kept where tag <> ''
  )
where turns_text(title) or turns_text(description) or turns_text(user_comment) or turns_text(tags::text);
update profiles set
  first_name = without_turns(first_name), last_name = without_turns(last_name), bio = nullif(without_turns(bio), '')
where turns_text(first_name) or turns_text(last_name) or turns_text(bio);
update users set user_metadata = regexp_replace(user_metadata::text, '[\u202a-\u202e\u2066-\u2069]', '', 'g')::jsonb
where turns_text(user_metadata::text);
update amazon_items set title = without_turns(title), description = nullif(without_turns(description), '')
where turns_text(title) or turns_text(description);
-- What is checked at the end of a transaction is checked now: a table with checks that wait cannot be altered.
set constraints all immediate;

-- So that no way in can forget it.
alter table products add constraint products_turn_no_text check (
  not (turns_text(title) or turns_text(description) or turns_text(user_comment) or turns_text(tags::text)));
alter table profiles add constraint profiles_turn_no_text check (
  not (turns_text(first_name) or turns_text(last_name) or turns_text(bio)));
alter table amazon_items add constraint amazon_items_turn_no_text check (
  not (turns_text(title) or turns_text(description)));
