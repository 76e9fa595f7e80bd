import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { formerOf } from '../former-sql.ts'

export type Drop = { id: string; why: string }

/** Removes lines from a draft and records why. */
export async function dropLines(db: Kysely<DB>, drops: Drop[], at: Date): Promise<void> {
  if (drops.length === 0) return
  await sql`
    insert into payout_drops (id, run_id, place, payee_id, amount_cents, why, dropped_at)
    select l.id, l.run_id, l.place, l.payee_id, l.amount_cents, d.why, ${at}
    from jsonb_to_recordset(${JSON.stringify(drops)}::jsonb) as d (id uuid, why text)
    join payout_lines l on l.id = d.id`.execute(db)
  await db
    .deleteFrom('payout_lines')
    .where(
      'id',
      'in',
      drops.map(({ id }) => id),
    )
    .execute()
}

/** The lines dropped from a run, in its order, after a place. */
export const selectDrops = (
  db: Kysely<DB>,
  runId: string,
  { after, limit }: { after: number; limit: number },
) =>
  db
    .selectFrom('payout_drops as d')
    .innerJoin('payees as y', 'y.id', 'd.payee_id')
    .leftJoin('profiles as p', 'p.id', 'y.user_id')
    .where('d.run_id', '=', runId)
    .where('d.place', '>', after)
    .select(['d.payee_id', 'p.username', 'd.amount_cents', 'd.why', 'd.place'])
    .select(formerOf('d.payee_id').as('former'))
    .orderBy('d.place')
    .limit(limit)
    .execute()
