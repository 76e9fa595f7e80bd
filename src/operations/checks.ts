import { checkAmazon } from '../amazon/index.ts'
import { checkPartitions } from '../clicks/index.ts'
import { checkCheckpoints } from '../earnings/index.ts'
import { checkPictures, type Media } from '../media/index.ts'
import { checkPayoutKey } from '../payouts/index.ts'
import { connectionsOf, type Database } from '../platform/database/database.ts'
import { checkDatabase } from '../platform/doctor/database.ts'
import { examine, type HealthCheck, type Line } from '../platform/doctor/line.ts'
import { checkMachine } from '../platform/doctor/machine.ts'
import { checkMaintenance } from '../platform/doctor/maintenance.ts'
import { checkOutside } from '../platform/doctor/outside.ts'
import { checkStandbys } from '../platform/doctor/standbys.ts'
import type { Settings } from '../platform/settings/read.ts'

/** The checks that need no database. */
export const checksBesideDatabase = (settings: Settings, media: Media): HealthCheck[] => [
  ...checkMachine(settings),
  ...checkAmazon(settings.amazon),
  ...checkPictures(media),
]

/**
 * Runs all checks (docs/operating.md#doctor); those of jobs and the like only if the database is up to date. `app` is
 * the app's account, for a caller that connects as another one.
 */
export async function examineAll(
  settings: Settings,
  media: Media,
  { db, pool }: Database,
  app?: string,
): Promise<Line[]> {
  const lines = await examine([
    ...checkDatabase(pool, connectionsOf(settings), app),
    ...checkStandbys(pool, settings.databaseReadUrl),
  ])
  const isCurrent = lines.every(({ name, state }) => name !== 'migrations' || state === 'ok')
  const inside = isCurrent
    ? [
        ...checkMaintenance(db),
        ...checkPartitions(db),
        ...checkPayoutKey(settings, db),
        ...checkCheckpoints(settings, db),
      ]
    : []
  const others = [...inside, ...checksBesideDatabase(settings, media), ...checkOutside(settings, db)]
  return [...lines, ...(await examine(others))]
}
