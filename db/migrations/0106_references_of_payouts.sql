-- Up Migration
-- What providers' files call a payout is kept with it (decision 81): lines that were drafted before keep theirs, new ones
-- carry signs that nobody guesses or types by mistake.
alter table payout_lines add column reference text;
update payout_lines l set reference = 'F' || r.number || '-' || l.place from payout_runs r where r.id = l.run_id;
alter table payout_lines
  alter column reference set not null,
  -- PayPal and Wise take 30 characters.
  add constraint payout_lines_reference_form check (reference ~ '^F[0-9]+-[0-9]+(-[2-9A-Z]{4})?$' and length(reference) <= 30),
  add constraint payout_lines_reference unique (reference);
create trigger payout_lines_reference_stays before update of reference on payout_lines
  for each row execute function refuse_change();
