import { type Kysely, sql } from 'kysely'
import { deleteInBatches } from '../platform/database/batches.ts'
import type { DB } from '../platform/database/schema.ts'

/** Deletes the salts up to and including `day`. Returns how many. */
export async function deleteSalts(db: Kysely<DB>, day: string): Promise<number> {
  const result = await db.deleteFrom('click_salts').where('day', '<=', day).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Deletes reviews of flags from before `day`, which are no longer shown. */
export const deleteSeenFlags = (db: Kysely<DB>, day: string) =>
  db.deleteFrom('click_flags_seen').where('day', '<', day).execute()

/** Deletes rows from before `tooOld`. Returns how many. */
export const deleteAged = (
  db: Kysely<DB>,
  table: 'click_events' | 'click_visits',
  age: 'clicked_at' | 'counted_at',
  tooOld: Date,
): Promise<number> => deleteInBatches(db, table, sql`${sql.ref(age)} < ${tooOld}`)

/** Makes the partition of each month from that of `from` to that of `to`. */
export async function ensureMonths(db: Kysely<DB>, from: Date, to: Date): Promise<void> {
  await sql`
    select ensure_clicks_partition(month::date)
    from generate_series(
      date_trunc('month', ${from}::timestamptz at time zone 'UTC'), ${to}::timestamptz at time zone 'UTC',
      interval '1 month') as month`.execute(db)
}

/** Deletes the quarter-hour roll-ups from before `tooOld`. Returns how many. */
export async function deleteQuarters(db: Kysely<DB>, tooOld: Date): Promise<number> {
  let deleted = 0
  for (const table of ['click_quarters', 'click_site_quarters', 'click_country_quarters'] as const)
    deleted += await deleteInBatches(db, table, sql`quarter < ${tooOld}`)
  return deleted
}

/** The first days of the months before that of `month` that have a partition, oldest first. */
export async function selectMonthsBefore(db: Kysely<DB>, month: Date): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_date(right(relname, 7), 'YYYY_MM') as day from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'clicks'::regclass and relname ~ '^clicks_\\d{4}_\\d{2}$'
      and relname < to_char(${month}::timestamptz at time zone 'UTC', '"clicks_"YYYY_MM')
    order by relname`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Drops a month's partition of `clicks`. Throws after waiting a fifth of a second for transactions that use `clicks`.
 */
export const dropMonth = (db: Kysely<DB>, day: string) =>
  sql`select drop_clicks_partition(${day}::date)`.execute(db)

/** Deletes clicks from before `tooOld` in the default partition. Returns how many. */
export const deleteFromDefault = (db: Kysely<DB>, tooOld: Date): Promise<number> =>
  deleteInBatches(db, 'clicks_default', sql`clicked_at < ${tooOld}`)

/**
 * The instant from which user agents of clicks are still stored whole. Locked, so that no other run moves it in the
 * transaction of `db`.
 */
export async function lockAgentsMark(db: Kysely<DB>): Promise<Date> {
  const { cut_until } = await db
    .selectFrom('click_agents_mark')
    .select('cut_until')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return cut_until
}

export const moveAgentsMark = (db: Kysely<DB>, to: Date) =>
  db.updateTable('click_agents_mark').set({ cut_until: to }).execute()

/** The time of the first click in a range that has a user agent; null if none has. Reads a month or two, once a day. */
export async function selectFirstAgent(db: Kysely<DB>, from: Date, until: Date): Promise<Date | null> {
  await sql`set local statement_timeout = 0`.execute(db)
  const { first } = await db
    .selectFrom('clicks')
    .select(({ fn }) => fn.min('clicked_at').as('first'))
    .where('clicked_at', '>=', from)
    .where('clicked_at', '<', until)
    .where('user_agent', 'is not', null)
    .executeTakeFirstOrThrow()
  return first
}

const agentsAtOnce = 2_000

/**
 * Replaces the user agents of clicks in a range by `cut` of each. Each text is cut once, however many clicks have it.
 */
export async function cutAgents(
  db: Kysely<DB>,
  { from, until }: { from: Date; until: Date },
  cut: (userAgent: string) => string | null,
): Promise<void> {
  const within = sql`clicked_at >= ${from} and clicked_at < ${until}`
  let last: string | undefined = ''
  while (last !== undefined) {
    const { rows } = await sql<{ agent: string }>`
      select distinct user_agent collate "C" as agent from clicks
      where ${within} and user_agent collate "C" > ${last} order by 1 limit ${agentsAtOnce}`.execute(db)
    const agents = rows.map(({ agent }) => agent)
    last = agents.at(-1)
    await sql`
      update clicks set user_agent = c.cut
      from unnest(${agents}::text[], ${agents.map(cut)}::text[]) as c (agent, cut)
      where ${within} and user_agent = c.agent and c.cut is distinct from c.agent`.execute(db)
  }
}
