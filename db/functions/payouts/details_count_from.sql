-- From when on payout details count: seven days after they were entered. If mails to their person did not arrive while
-- they waited, nobody could take back what somebody else has entered: they rest until mails arrive, and wait seven days
-- again; for ever where mails do not arrive yet.
create or replace function details_count_from(payee uuid, made timestamptz, since timestamptz) returns timestamptz
language plpgsql stable set search_path = public, pg_temp
as $$
declare
  result timestamptz := since;
  bounce record;
begin
  for bounce in
    select b.began_at, b.ended_at from payees y join mail_bounces b on b.user_id = y.user_id
    where y.id = payee and coalesce(b.ended_at, 'infinity') > made order by b.began_at
  loop
    exit when bounce.began_at >= result;
    result := greatest(result, coalesce(bounce.ended_at + interval '7 days', 'infinity'));
  end loop;
  return result;
end $$;
