import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'

/** What a row of click_deltas adds to the totals that people see. Programs' views and presses count as filtered. */
export const deltaMeasures = sql`
  case when outcome = 'counted' and kind = 'view' then clicks else 0 end as people,
  case when outcome = 'counted' and kind = 'outbound' then clicks else 0 end as presses,
  case when outcome = 'bot' and automation = 'preview' then clicks else 0 end as previews,
  case when outcome = 'bot' and automation is distinct from 'preview' then clicks else 0 end as bots,
  case when outcome = 'repeat' then clicks else 0 end as repeats,
  case when outcome = 'owner' then clicks else 0 end as own,
  case when outcome = 'limited' then clicks else 0 end as limited`

/** Moves up to `limit` deltas into the roll-ups. Returns how many it moved; less than `limit` when none are left. */
export async function foldDeltas(db: Kysely<DB>, limit: number): Promise<number> {
  const { rows } = await sql<{ moved: number }>`select fold_clicks(${limit}) as moved`.execute(db)
  return rows[0]?.moved ?? 0
}
