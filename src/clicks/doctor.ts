import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import { type Finding, fail, type HealthCheck, ok, warn } from '../platform/doctor/line.ts'

/** Whether the coming months have their partitions of clicks. */
export const checkPartitions = (db: Kysely<DB>): HealthCheck[] => [
  { name: 'partitions', check: () => look(db) },
]

async function look(db: Kysely<DB>): Promise<Finding> {
  const { rows } = await sql<{ ahead: number; stray: boolean }>`
    select (select count(*) from generate_series(1, 2) n
        where to_regclass('clicks_' || to_char((now() at time zone 'UTC') + n * interval '1 month', 'YYYY_MM')) is not null)::int
        as ahead,
      exists (select from clicks_default) as stray`.execute(db)
  const [{ ahead, stray }] = rows as [(typeof rows)[number]]
  const todo = 'The running app makes them every hour: see its log.'
  if (ahead === 0) return fail('No coming month has its partition of clicks.', todo)
  if (ahead === 1) return warn('Only the next month has its partition of clicks.', todo)
  if (stray)
    return warn('Some clicks lie in the default partition.', 'They move when the next partition is made.')
  return ok('The next two months have their partitions of clicks.')
}
