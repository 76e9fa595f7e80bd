import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** The latest zone in which months begin. */
export async function selectLastZone(db: Kysely<DB>): Promise<string> {
  const row = await db.selectFrom('calendar_zones').select('zone').orderBy('id', 'desc').executeTakeFirst()
  return row?.zone ?? 'UTC'
}

/** From the month after the present one on, in the old zone or the new one, whichever is later. */
export async function insertZone(db: Kysely<DB>, zone: string, { at }: { at: Date }): Promise<void> {
  await sql`
    insert into calendar_zones (from_month, zone, begins_at, noticed_at)
    select next, ${zone}, next::timestamp at time zone ${zone}, ${at}
    from (
      select (greatest(month_of(${at}), date_trunc('month', ${at}::timestamptz at time zone ${zone})) + interval '1 month')::date
        as next
    ) n`.execute(db)
}

type MonthBounds = { begins_at: Date; ends_at: Date; zone: string }

/** The start of a month and of the next one, and the zone of its days. */
export async function selectMonthBounds(db: Kysely<DB>, month: string): Promise<MonthBounds> {
  const { rows } = await sql<MonthBounds>`
    select (month_begins(month)).begins_at, (month_begins((month + interval '1 month')::date)).begins_at as ends_at,
      (month_begins(month)).zone
    from (select ${`${month}-01`}::date as month) m`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A month has no bounds.')
  return row
}
