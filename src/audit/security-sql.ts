import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import type { SecurityEventName } from '../shared/sign-in/security-events.ts'

type Added = { name: SecurityEventName; count: number }

/** Adds to the counts of an hour, in the order of names, so that two processes do not wait for each other. */
export async function addSecurityCounts(
  db: Kysely<DB>,
  { hour, at, added }: { hour: Date; at: Date; added: Added[] },
): Promise<void> {
  const rows = added
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, count }) => ({ hour, name, count, last_at: at }))
  await db
    .insertInto('security_counts')
    .values(rows)
    .onConflict((stored) =>
      stored.columns(['hour', 'name']).doUpdateSet({
        count: sql`security_counts.count + excluded.count`,
        last_at: sql`greatest(security_counts.last_at, excluded.last_at)`,
      }),
    )
    .execute()
}

export type CountedEvent = { name: string; day: number; week: number; month: number; last_at: Date }

/** How often each event happened since three instants, the earliest of which is that of the month. */
export async function selectSecurityCounts(
  db: Kysely<DB>,
  { day, week, month }: { day: Date; week: Date; month: Date },
): Promise<CountedEvent[]> {
  const { rows } = await sql<CountedEvent>`
    select name, coalesce(sum(count) filter (where hour > ${day}), 0)::float8 as day,
      coalesce(sum(count) filter (where hour > ${week}), 0)::float8 as week,
      sum(count)::float8 as month, max(last_at) as last_at
    from security_counts where hour > ${month} group by name`.execute(db)
  return rows
}

/** Deletes the counts of hours before an instant. */
export async function deleteSecurityCounts(db: Kysely<DB>, before: Date): Promise<void> {
  await db.deleteFrom('security_counts').where('hour', '<', before).execute()
}
