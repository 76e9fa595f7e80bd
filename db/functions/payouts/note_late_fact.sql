-- A release, or a held order that the platform starts to bear, dated inside a closed month is booked in the first open
-- one. Arguments: its kind, and the column with its time.
create or replace function note_late_fact() returns trigger language plpgsql
set search_path = public, pg_temp
as $$
declare
  late date := late_month((to_jsonb(new) ->> tg_argv[1])::timestamptz);
begin
  if late is not null then
    insert into late_entries (source, id, month) values (tg_argv[0], new.id, late);
  end if;
  return null;
end $$;

create trigger month_releases_booked after insert on month_releases
  for each row execute function note_late_fact('release', 'released_at');

-- From then on the platform bears what is missing of the month in the books, as after a release.
create trigger payout_holds_borne_booked after update of borne on payout_holds
  for each row when (new.borne is not null) execute function note_late_fact('release', 'ended_at');
