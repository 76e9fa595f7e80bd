import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { fail, type HealthCheck, ok, warn } from '../../platform/doctor/line.ts'
import type { Settings } from '../../platform/settings/read.ts'
import { count } from '../../platform/verification.ts'
import { createPayoutKey } from './payout-key.ts'
import { countDetails } from './sql.ts'

/** Whether the present key can read the payout details. */
export const checkPayoutKey = (settings: Settings, db: Kysely<DB>): HealthCheck[] => [
  { name: 'payout key', check: () => checkKey(settings, db) },
]

async function checkKey(settings: Settings, db: Kysely<DB>) {
  const box = await createPayoutKey(settings).find()
  const { all, lost } = await countDetails(db, box?.keyMark ?? null)
  if (lost > 0)
    return fail(
      `${count(lost)} of ${count(all)} payout details cannot be read: their key is missing.`,
      'Put back PAYOUT_KEY, or DATA_DIR/keys of a backup with keys. Else run npm run admin -- accept-keys: creators then have to enter them again.',
    )
  if (all > 0 && settings.databaseUrl && !settings.payouts.key)
    return warn(
      `It lies in ${settings.dataDir}, and the database elsewhere.`,
      'Set PAYOUT_KEY, so that every process has the same, or share DATA_DIR.',
    )
  return ok(all > 0 ? `It reads all ${count(all)} payout details.` : 'Nobody has entered payout details.')
}
