import { lookAtAmazon } from '../amazon/index.ts'
import { lookAtPartitions } from '../clicks/index.ts'
import { lookAtCheckpoints } from '../earnings/index.ts'
import { lookAtPictures, type Media } from '../media/index.ts'
import { lookAtPayoutKey } from '../payouts/index.ts'
import type { Database } from '../platform/database/database.ts'
import { lookAtDatabase } from '../platform/doctor/database.ts'
import { examine, type Line, type Look } from '../platform/doctor/line.ts'
import { lookAtMachine } from '../platform/doctor/machine.ts'
import { lookOutside } from '../platform/doctor/outside.ts'
import { lookAtStandbys } from '../platform/doctor/standbys.ts'
import { lookAtUpkeep } from '../platform/doctor/upkeep.ts'
import type { Settings } from '../platform/settings/read.ts'

/** What can be looked at without a database. */
export const looksBesideDatabase = (settings: Settings, media: Media): Look[] => [
  ...lookAtMachine(settings),
  ...lookAtAmazon(settings.amazon),
  ...lookAtPictures(media),
]

/**
 * Looks at everything (docs/operating.md#doctor); at jobs and the like only where the database is up to date. `app` is the
 * app's account, where another asks.
 */
export async function examineAll(
  settings: Settings,
  media: Media,
  { db, pool }: Database,
  app?: string,
): Promise<Line[]> {
  const lines = await examine([
    ...lookAtDatabase(pool, settings.workers, app),
    ...lookAtStandbys(pool, settings.databaseReadUrl),
  ])
  const isCurrent = lines.every(({ name, state }) => name !== 'migrations' || state === 'ok')
  const inside = isCurrent
    ? [
        ...lookAtUpkeep(db),
        ...lookAtPartitions(db),
        ...lookAtPayoutKey(settings, db),
        ...lookAtCheckpoints(settings, db),
      ]
    : []
  const others = [...inside, ...looksBesideDatabase(settings, media), ...lookOutside(settings, db)]
  return [...lines, ...(await examine(others))]
}
