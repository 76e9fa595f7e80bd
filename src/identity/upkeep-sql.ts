import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from '../platform/database/batches.ts'
import type { DB } from '../platform/database/schema.ts'

type Db = Kysely<DB>

const batch = 1_000

/** Ends living sessions that were last refreshed before `before`. Returns how many. */
export async function endUnusedSessions(
  db: Db,
  { before, now }: { before: Date; now: Date },
): Promise<number> {
  let ended = 0
  for (;;) {
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ ended_at: now, ended_reason: 'unused' })
      .where('id', 'in', (query) =>
        query
          .selectFrom('sessions')
          .select('id')
          .where('refreshed_at', '<', before)
          .where('ended_at', 'is', null)
          .limit(batch)
          .forNoKeyUpdate()
          .skipLocked(),
      )
      .executeTakeFirstOrThrow()
    ended += Number(numUpdatedRows)
    if (numUpdatedRows < batch) return ended
  }
}

/** Deletes sessions that ended before then, with their tokens. */
export const deleteEndedSessions = (db: Db, before: Date) =>
  deleteInBatches(db, 'sessions', sql`ended_at < ${before}`)

/** Deletes refresh tokens whose child was used before then. */
export const deleteUsedTokens = (db: Db, before: Date) =>
  deleteInBatches(
    db,
    'refresh_tokens',
    sql`id in (select parent_id from refresh_tokens where replaced_at < ${before})`,
  )

/** Deletes mailed links, codes, or sign-ins under way at a provider, that have expired. */
export const deleteExpired = (
  db: Db,
  table: 'one_time_tokens' | 'auth_codes' | 'provider_flows',
  now: Date,
) => deleteInBatches(db, table, sql`expires_at <= ${now}`)

export const deleteRetiredKeys = (db: Db, retiredBefore: Date) =>
  deleteInBatches(db, 'signing_keys', sql`retired_at <= ${retiredBefore}`)
