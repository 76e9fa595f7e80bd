import type pg from 'pg'
import { withoutTriggers } from '../../../tests/harness/without-triggers.ts'

/** Makes payout details older, of one payee or of all, since the database's clock cannot be moved (decision 81). */
export const ageDetails = (database: { owner: { pool: pg.Pool } }, days: number, payeeId?: string) =>
  withoutTriggers(database, async (run) => {
    const values = [`${days} days`, payeeId ?? null]
    await run(
      `update payout_details set created_at = created_at - $1::interval, counts_from = counts_from - $1::interval
       where payee_id = $2 or $2 is null`,
      values,
    )
    await run(
      `update taken_back_details set taken_back_at = taken_back_at - $1::interval
       where $2::uuid is null or details_id in (select id from payout_details where payee_id = $2)`,
      values,
    )
  })
