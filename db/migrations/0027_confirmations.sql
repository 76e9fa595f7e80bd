-- Up Migration

-- What an import would change that an admin has to confirm first, and what they have confirmed: its rows and money.
alter table import_batches add column doubts jsonb, add column confirmed jsonb;
