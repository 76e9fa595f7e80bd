-- Up Migration

-- What somebody new does first belongs to the account, so that it is the same on each device and nobody else's
-- (decision 54). Where a handle comes from: made from the person's names, one that stands in where the names gave none,
-- or chosen by the person. Whoever is here already is past all that.
alter table profiles
  add column handle_origin text not null default 'chosen'
    constraint profiles_handle_origin check (handle_origin in ('names', 'stand_in', 'chosen')),
  add column first_steps_over boolean not null default true;

-- But for those who were given a handle without being asked, as their names have no Latin letters.
update profiles set handle_origin = 'stand_in', first_steps_over = false where username ~ '^creator-folio[0-9]*$';

alter table profiles
  alter column handle_origin set default 'names',
  alter column first_steps_over set default false;
