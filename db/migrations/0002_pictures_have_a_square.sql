-- Where the square that lists show lies in an uploaded picture, whose side is `side`: the owner has chosen it. Null for
-- the middle of the picture.
alter table pictures
  add column square_left smallint check (square_left >= 0),
  add column square_top smallint check (square_top >= 0),
  add constraint pictures_square_is_whole
    check ((square_left is null) = (square_top is null) and (square_left is null or side is not null));
