import { type RawBuilder, sql } from 'kysely'

/**
 * Movements of former payees' balances, in cents: debts that the platform bears or an admin answered, and claimed
 * balances.
 */
export const movedOfFormer: RawBuilder<unknown> = sql`
  select 'write-off ' || id as at, payee_id, id::text as reference, amount_cents as cents from write_offs
  union all
  select 'debt ' || id, payee_id, id || ':from', moved_cents from debt_answers where moved_cents > 0
  union all
  select 'debt ' || id, of_payee_id, id || ':to', -moved_cents from debt_answers where moved_cents > 0
  union all
  select 'move ' || id, payee_id, id || ':from', -amount_cents from claim_moves
  union all
  select 'move ' || m.id, c.claimed_by, m.id || ':to', m.amount_cents
  from claim_moves m join payee_claims c on c.payee_id = m.payee_id`

/** Such movements that are not in the ledger exactly once, and debts that the platform bears too early. */
export const wrongDebts: RawBuilder<unknown> = sql`
  with rows as (
    select evidence ->> 'reference' as reference, count(*) as n, min(payee_id::text) as payee_id,
      sum(user_amount_cents)::bigint as cents
    from earnings_ledger where order_item_id is null and transaction_type = 'manual_adjustment' group by 1
  ), found as (
    select m.at, case when coalesce(r.n, 0) <> 1 then 'is in the ledger ' || coalesce(r.n, 0) || ' times'
      when (r.payee_id, r.cents) is distinct from (m.payee_id::text, m.cents) then 'is in the ledger for another payee or amount'
      else '' end as problems
    from (${movedOfFormer}) m left join rows r using (reference)
    union all
    select 'write-off ' || w.id, case when f.left_at is null then 'is for a person who has not left'
      when w.written_at < f.left_at + interval '90 days' then 'came within 90 days' else '' end
    from write_offs w left join former_payees f using (payee_id)
  )
  select at || ': ' || problems as line from found where problems <> ''`
