import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { type Clockwork, usualClockwork } from './clock-rules.ts'
import { type SettingsRow, selectSettings } from './settings-sql.ts'

/** The clocks of many accounts, in one statement: by account, those alone that have set something. */
export async function clocksOf(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Clockwork>> {
  const rows = await selectSettings(db, userIds)
  return new Map(rows.map((row) => [row.user_id, clockOf(row)]))
}

export const clockOf = ({ time_zone, quiet_from, quiet_to }: SettingsRow): Clockwork => ({
  zone: time_zone ?? usualClockwork.zone,
  quiet: quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to },
})
