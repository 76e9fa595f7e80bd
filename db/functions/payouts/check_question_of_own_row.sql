-- Nobody asks about a row of somebody else's ledger.
create or replace function check_question_of_own_row() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not exists (select from earnings_ledger where id = new.entry_id and payee_id = new.payee_id) then
    raise exception 'ledger row % is not of payee %', new.entry_id, new.payee_id
      using errcode = 'check_violation', constraint = 'ledger_questions_own_row';
  end if;
  return new;
end $$;

create trigger ledger_questions_own_row before insert on ledger_questions
  for each row execute function check_question_of_own_row();
