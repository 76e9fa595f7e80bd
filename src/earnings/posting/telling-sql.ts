import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** What a posting run did for a creator: orders that it posted for the first time, and orders of which it took back. */
type Told = {
  payeeId: string
  userId: string
  posted: number
  postedCents: number
  /** The product that one of them was credited to. */
  postedOf: string | undefined
  taken: number
  takenCents: number
  takenOf: string | undefined
}

/** Creators for whom a posting run has posted or taken back something; without people who have left. */
export async function selectToTell(db: Kysely<DB>, postingRunId: string): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select l.payee_id as "payeeId", p.user_id as "userId",
      count(*) filter (where is_new)::float8 as posted, sum(cents) filter (where is_new)::float8 as "postedCents",
      (array_agg(product_id) filter (where is_new))[1] as "postedOf",
      count(*) filter (where cents < 0)::float8 as taken, sum(cents) filter (where cents < 0)::float8 as "takenCents",
      (array_agg(product_id) filter (where cents < 0))[1] as "takenOf"
    from (
      select payee_id, sum(user_amount_cents) as cents, (array_agg(product_id))[1] as product_id,
        min(pair_sequence) = 1 and sum(user_amount_cents) > 0 as is_new
      from earnings_ledger where posting_run_id = ${postingRunId} and order_item_id is not null
      group by payee_id, order_item_id
    ) l join payees p on p.id = l.payee_id
    where p.user_id is not null and (is_new or cents < 0)
    group by 1, 2`.execute(db)
  return rows
}
