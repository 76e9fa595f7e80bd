-- Up Migration
-- Which row of its payee's ledger was the last one when a payout was drafted, by which it is known what the payout covers
-- (docs/decisions/0081-payout-runs.md). Drafts from before do not say so, and go by their time.
alter table payout_lines add column through_sequence bigint check (through_sequence > 0);
create trigger payout_lines_through before update of through_sequence on payout_lines
  for each row execute function refuse_change();
