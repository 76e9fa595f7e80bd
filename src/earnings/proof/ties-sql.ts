import { type RawBuilder, sql } from 'kysely'

/**
 * Payees whose person differs from their ties, claims and ties that do not match, and ties with a wrong hash
 * (decision 83).
 */
export const wrongTies: RawBuilder<unknown> = sql`
  with found as (
    select 'payee ' || y.id as at, concat_ws(', ',
      case when y.user_id is not null and p.commitment is null then 'belongs to a person without a tie' end,
      case when y.user_id is not null and p.commitment is not null
        and (s.user_id is distinct from y.user_id or payee_commitment(s.salt, y.id, y.user_id) <> p.commitment)
        then 'belongs to another person than its tie says' end,
      case when y.user_id is not null and n.id is not null then 'belongs to a person again after it was left' end,
      case when y.user_id is null and n.id is null then 'belongs to nobody without a tie' end,
      case when y.user_id is null and s.salt is not null then 'has kept the salt of a person who has left' end,
      case when c.claimed_by is distinct from t.claimed_by then 'is claimed by another person than its tie says' end
    ) as problems
    from payees y
    left join payee_ties p on p.payee_id = y.id and p.kind = 'person'
    left join payee_ties n on n.payee_id = y.id and n.kind = 'nobody'
    left join payee_ties t on t.payee_id = y.id and t.kind = 'claimed'
    left join payee_tie_salts s on s.payee_id = y.id
    left join payee_claims c on c.payee_id = y.id
    union all
    select 'payee ' || payee_id || ', tie ' || id, 'does not have its hash' from payee_ties t
    where hash <> payee_tie_hash(t)
  )
  select at || ': ' || problems as line from found where problems <> ''`
