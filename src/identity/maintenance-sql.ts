import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from '../platform/database/batches.ts'
import type { DB } from '../platform/database/schema.ts'
import type { EndReason } from './sessions/sql.ts'

type Db = Kysely<DB>

const batch = 1_000

/** Which living sessions are over: those of everyone, or of admins, last refreshed or begun before an instant. */
type Overdue = {
  reason: Extract<EndReason, 'unused' | 'expired' | 'idle'>
  by: 'refreshed_at' | 'created_at'
  before: Date
  ofAdmins?: true
}

/** Ends living sessions whose time is over. Returns how many. */
export async function endOverdueSessions(
  db: Db,
  { reason, by, before, ofAdmins }: Overdue,
  now: Date,
): Promise<number> {
  let ended = 0
  for (;;) {
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ ended_at: now, ended_reason: reason })
      .where('id', 'in', (query) =>
        query
          .selectFrom('sessions')
          .select('id')
          .where(by, '<', before)
          .$if(ofAdmins === true, (chosen) =>
            chosen.where('user_id', 'in', (q) =>
              q.selectFrom('users').select('id').where('role', '=', 'admin'),
            ),
          )
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

/** Shortens with `cut` the user agents of sessions from before an instant. */
export async function cutUserAgents(
  db: Db,
  before: Date,
  cut: (userAgent: string) => string | null,
): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string; user_agent: string }>`
      select id, user_agent from sessions where created_at < ${before} and user_agent like '%/%'
      order by created_at limit ${batch}`.execute(db)
    const [ids, cuts] = [rows.map(({ id }) => id), rows.map((row) => cut(row.user_agent))]
    await sql`
      update sessions s set user_agent = c.cut from unnest(${ids}::uuid[], ${cuts}::text[]) as c (id, cut)
      where s.id = c.id`.execute(db)
    if (rows.length < batch) return
  }
}

/** Deletes sessions that ended before an instant, with their tokens. */
export const deleteEndedSessions = (db: Db, before: Date) =>
  deleteInBatches(db, 'sessions', sql`ended_at < ${before}`)

/** Deletes refresh tokens whose child was used before an instant. */
export const deleteUsedTokens = (db: Db, before: Date) =>
  deleteInBatches(
    db,
    'refresh_tokens',
    sql`id in (select parent_id from refresh_tokens where replaced_at < ${before})`,
  )

/** Deletes expired rows: mailed links, codes, challenges of passkeys, or sign-ins under way at a provider. */
export const deleteExpired = (
  db: Db,
  table: 'one_time_tokens' | 'auth_codes' | 'passkey_challenges' | 'provider_flows' | 'factor_challenges',
  now: Date,
) => deleteInBatches(db, table, sql`expires_at <= ${now}`)

/** Deletes identities that waited for a mailed code. */
export const deleteExpiredLinks = (db: Db, now: Date) =>
  deleteInBatches(db, 'provider_links', sql`expires_at <= ${now}`)

/** Deletes places where nobody has signed in lately. */
export const deleteUnfamiliar = (db: Db, now: Date) =>
  deleteInBatches(db, 'familiar_places', sql`expires_at <= ${now}`)

/** Deletes apps whose setup began before an instant and is unfinished. */
export const deleteUnfinishedFactors = (db: Db, before: Date) =>
  deleteInBatches(db, 'factors', sql`verified_at is null and created_at <= ${before}`)

export const deleteRetiredKeys = (db: Db, retiredBefore: Date) =>
  deleteInBatches(db, 'signing_keys', sql`retired_at <= ${retiredBefore}`)

/** Deletes changes of means from before an instant, with the data kept for undoing them. */
export const deleteOldChanges = (db: Db, before: Date) =>
  deleteInBatches(db, 'means_changes', sql`changed_at <= ${before}`)
