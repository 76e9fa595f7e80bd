-- Which keys outside the database wrote what is in it (decision 138). A process with another key neither starts on it
-- nor writes with it: what two keys have encrypted, no process could read as a whole. The mark tells a key from others
-- and reveals nothing about it.
create table shared_keys (
  name text primary key check (name in ('payouts', 'checkpoints')),
  mark bytea not null,
  since timestamptz not null
);

alter table shared_keys disable trigger user;
-- What is there was written by the keys of the newest rows, as far as anybody can tell.
insert into shared_keys (name, mark, since)
select 'payouts', key_mark, created_at from payout_details order by created_at desc, id desc limit 1;
insert into shared_keys (name, mark, since)
select 'checkpoints', public_key, signed_at from ledger_checkpoints order by size desc limit 1;
alter table shared_keys enable trigger user;
