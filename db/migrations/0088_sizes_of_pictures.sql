-- Up Migration
-- How large an uploaded picture is, and a product's own one: lists then ask for the size that they show
-- (docs/decisions/0009-pictures.md). Null where it is not known: of pictures from before.
alter table pictures
  -- The shorter one, in pixels.
  add column side smallint check (side > 0);
alter table products add column image_side smallint;

create function set_image_side() returns trigger language plpgsql as $$
begin
  new.image_side := case when new.image_source = 'owner' then (
    select side from pictures where path = replace(new.image_url, '/storage/v1/object/public/avatars/', '')) end;
  return new;
end $$;
create trigger products_image_side before insert or update of image_url, image_source on products
  for each row execute function set_image_side();
