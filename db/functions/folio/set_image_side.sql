-- A product that shows an uploaded picture keeps the picture's size, so that lists ask for the size that they show
-- (docs/decisions/0009-pictures.md).
create or replace function set_image_side() returns trigger language plpgsql as $$
begin
  new.image_side := case when new.image_source = 'owner' then (
    select side from pictures where path = replace(new.image_url, '/storage/v1/object/public/avatars/', '')) end;
  return new;
end $$;

create trigger products_image_side before insert or update of image_url, image_source on products
  for each row execute function set_image_side();
