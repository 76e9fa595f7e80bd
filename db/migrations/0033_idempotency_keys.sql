-- Up Migration

-- What calls have made under the Idempotency-Keys of their callers. The key is inserted first in the transaction that makes
-- it: a second request with the same key waits for the first one's end there, and finds what it made, or makes it itself.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  -- The call, as its contract names it: two calls may be sent the same key.
  call text not null,
  key text not null check (length(key) between 8 and 255),
  -- Of what was sent, to tell a repeated request from another one under the same key.
  request_hash bytea not null,
  -- What answers a repeat: ids of what was made. Never a secret, and no answer with prices or people's words in it.
  made jsonb,
  created_at timestamptz not null,
  primary key (user_id, call, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Products were posted under keys of their own table; those of requests that may still be repeated are known from here on.
insert into idempotency_keys (user_id, call, key, request_hash, made, created_at)
select user_id, 'POST /api/v1/products', idempotency_key, idempotency_hash, to_jsonb(id), created_at
from products
where user_id is not null and length(idempotency_key) >= 8 and idempotency_key not like 'import:%'
  and created_at > now() - interval '30 days';

-- There stays what was made from a file: an item is imported once, however much later the file comes again.
alter table products rename column idempotency_key to import_key;
alter table products rename constraint products_idempotency_key to products_import_key;
alter table products drop column idempotency_hash;

-- A report that came twice at once under one key is the other import's again, of which nothing has been read yet.
alter table import_batches drop constraint import_batches_check1;
alter table import_batches
  add constraint import_batches_known_file check (state not in ('staged', 'merged', 'repeated') or file_hash is not null),
  add constraint import_batches_known_format check (state not in ('staged', 'merged') or format is not null);
