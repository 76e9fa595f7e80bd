-- How much of a month's posted commissions Amazon has not paid yet, in US cents; below zero, how much it has paid
-- beyond them. It is decided in the month's currency and converted by what was posted, or, beyond that, by what was
-- received.
create or replace function unpaid_cents(posted bigint, received bigint, posted_cents bigint, received_cents bigint) returns bigint
language sql immutable parallel safe
return case when posted = received then 0
  when posted::numeric * received < 0 then posted_cents - received_cents
  when abs(posted) >= abs(received) then round(posted_cents::numeric * (posted - received) / posted)
  else round(received_cents::numeric * (posted - received) / received) end::bigint;
