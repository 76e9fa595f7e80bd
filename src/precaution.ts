import type { FastifyBaseLogger } from 'fastify'
import { mediaOf } from './checks.ts'
import { createPictureTransfer } from './media/index.ts'
import { backUpBefore } from './platform/backup/scheduled.ts'
import { readSigningKey } from './platform/backup/signing.ts'
import { systemClock } from './platform/clock.ts'
import type { DatabaseAddress } from './platform/database/database.ts'
import type { Precaution } from './platform/database/migrate.ts'
import { keysFolder } from './platform/secrets/key-file.ts'
import type { Settings } from './platform/settings/read.ts'

/** Backs an installation up before its database is migrated (docs/backup.md#before-an-update). */
export const backUpThis = (
  settings: Settings,
  address: DatabaseAddress,
  log: FastifyBaseLogger,
): Promise<Precaution> =>
  backUpBefore({
    ...{ settings: settings.backup, s3Access: settings.s3, address, clock: systemClock, log },
    keysDir: keysFolder(settings.dataDir),
    readSigningKey: () => readSigningKey(settings),
    pictures: createPictureTransfer(mediaOf(settings)),
  })
