-- A browser gets no message once its session has ended, however it does: by signing out, by another device, by time or
-- by an admin.
create or replace function forget_push_of_session() returns trigger language plpgsql as $$
begin
  delete from push_devices where session_id = new.id;
  return null;
end $$;

create trigger sessions_pushed after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function forget_push_of_session();
