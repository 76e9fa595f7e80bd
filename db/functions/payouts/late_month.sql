-- The open month that a fact dated inside a closed month is booked in; null if its own month is still open. No month is
-- closed until the transaction ends, since closing takes this lock alone (no other advisory lock has this number).
create or replace function late_month(at timestamptz) returns date language plpgsql
set search_path = public, pg_temp
as $$
declare
  last closed_months;
begin
  perform pg_advisory_xact_lock_shared(7305914232);
  select * into last from closed_months order by month desc limit 1;
  return case when at < last.ends_at then last.month + interval '1 month' end;
end $$;
