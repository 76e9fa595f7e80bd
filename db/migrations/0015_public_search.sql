-- Up Migration
-- Everyone's newest products are looked through for those of followed people: with its owner in the index, that reads no
-- product of others.
drop index products_feed;
create index products_feed on products (created_at desc, id desc) include (user_id) where deleted_at is null;
drop index product_categories_newest;
create index product_categories_newest on product_categories (category_id, created_at desc, product_id desc)
  include (user_id);
-- Whether one person follows another is asked for many people at a time: the follower's own entries lie together in the
-- unique index, and no other shall be taken for it.
drop index followers_of;
create index followers_of on followers (following_id);
