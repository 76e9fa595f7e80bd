import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../../platform/database/schema.ts'
import type { waiting } from '../contract.ts'

type Waiting = z.input<typeof waiting>

/**
 * What waits for an admin, of each kind up to `most`. Each count reads one index, and no more of it than is told.
 */
export async function selectWaiting(db: Kysely<DB>, most: number): Promise<Waiting> {
  const upTo = (found: RawBuilder<unknown>) =>
    sql`(select count(*) from (${found} limit ${sql.lit(most)}) as found)::int`
  const { rows } = await sql<Waiting>`
    select
      least(${sql.lit(most)},
        ${upTo(sql`select from amazon_orders where review_reason is not null`)}
        + ${upTo(sql`select from order_matches m where review is not null and exists (
            select from amazon_orders o
            where o.order_item_id = m.order_item_id and o.observation_id is not null and o.review_reason is null
            offset 0)`)}
        + ${upTo(sql`select from order_disagreements`)}
        + ${upTo(sql`select from asked_returns`)}) as orders,
      ${upTo(sql`select distinct line_id from payout_attentions where answer_id is null and passed_at is null`)} as payouts,
      ${upTo(sql`select from ledger_questions where state = 'open'`)} as questions,
      ${upTo(sql`select from press_flags where seen_day is null or seen_day < day`)} as flags,
      ${upTo(sql`select from moderation_cases where open_reports > 0`)} as reports`.execute(db)
  return rows[0] as Waiting
}
