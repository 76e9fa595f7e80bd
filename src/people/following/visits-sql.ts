import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** Whose visits; one whose last look is not older than `goesOnSince` goes on. */
type Visitor = { userId: string; goesOnSince: Date }

/** Where the visit before the present one ended: of one that is over, where it has come to itself. */
export async function selectVisit(
  db: Kysely<DB>,
  { userId, goesOnSince }: Visitor,
): Promise<Date | null | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    select case when looked_at >= ${goesOnSince} then since else seen_until end as since
    from following_visits where user_id = ${userId}`.execute(db)
  return rows[0]?.since
}

/** Moves a visit forward, never back, or begins another. */
export async function storeVisit(
  db: Kysely<DB>,
  { userId, until, at, goesOnSince }: Visitor & { until: Date; at: Date },
): Promise<void> {
  await sql`
    insert into following_visits as v (user_id, seen_until, looked_at) values (${userId}, ${until}, ${at})
    on conflict (user_id) do update set
      since = case when v.looked_at >= ${goesOnSince} then v.since else v.seen_until end,
      seen_until = greatest(v.seen_until, excluded.seen_until),
      looked_at = greatest(v.looked_at, excluded.looked_at)`.execute(db)
}

/** Up to where somebody has seen what followed people share, for the export of their data. */
export const selectSeenUntil = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('following_visits')
    .where('user_id', '=', userId)
    .select(['seen_until', 'looked_at'])
    .executeTakeFirst()
