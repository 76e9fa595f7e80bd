-- Up Migration

-- How many orders the merge that is under way has come to. A sequence, since what it says is seen while the merge's one
-- transaction lasts; there is one merge at a time.
create sequence orders_merged minvalue 0 start 0;
