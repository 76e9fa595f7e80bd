import { mkdir } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import { minuteMs } from '../../shared/time.ts'
import type { Clock } from '../clock.ts'
import type { BackupSettings } from '../config.ts'
import { connectAtStart } from '../database/connect.ts'
import type { DatabaseAddress } from '../database/database.ts'
import { type JobHandler, periodic } from '../jobs/job.ts'
import { OperatorError } from '../operator-error.ts'
import { archiveName, listArchives, notePictures, picturesBeside, pruneArchives } from './archives.ts'
import { backUp } from './back-up.ts'
import type { PictureTransfer } from './pictures.ts'

type Options = {
  settings: BackupSettings
  address: DatabaseAddress
  pictures: PictureTransfer
  clock: Clock
  log: FastifyBaseLogger
}

/** How often it is looked whether a backup is due. */
const lookMs = 10 * minuteMs

/** The job that makes a backup every `settings.everyMs`; none where backups are off. */
export const createBackupJobs = (options: Options): JobHandler[] =>
  options.settings.everyMs === null
    ? []
    : [periodic('back_up', lookMs, (stopping) => backUpWhenDue(options, stopping))]

/**
 * Makes a backup if the newest is older than it should be, and removes the oldest. Where there is no room, or the folder
 * cannot be written, it warns, and tries again ten minutes later.
 */
async function backUpWhenDue({ settings, address, pictures, clock, log }: Options, stopping: AbortSignal) {
  const { folder, everyMs, keep, withKeys } = settings
  const now = clock()
  const [newest] = await listArchives(folder)
  if (newest ? now.getTime() - newest.madeAt.getTime() < (everyMs ?? 0) : await isNew(address)) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = archiveName(folder, now)
  const shared = picturesBeside(folder)
  const needed: string[] = []
  const beside = {
    ...shared,
    store: async (bytes: Buffer) => {
      const sum = await shared.store(bytes)
      needed.push(sum)
      return sum
    },
  }
  try {
    const began = performance.now()
    const { rows, bytes } = await backUp({
      file,
      withKeys,
      overwrite: false,
      address,
      pictures,
      beside,
      beforeComplete: () => notePictures(file, needed),
      signal: stopping,
      report: () => {},
    })
    log.info({ file, rows, bytes, ms: Math.round(performance.now() - began) }, 'backup made')
    await pruneArchives(folder, keep, now)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    if (!stopping.aborted) log.warn({ file }, `no backup was made: ${error.message}`)
  }
}

/** Whether the database was made within the last hour: there is hardly anything to lose, and much to do. */
async function isNew(address: DatabaseAddress): Promise<boolean> {
  const client = await connectAtStart(address)
  try {
    const { rows } = await client.query(
      `select min(run_on) > localtimestamp - interval '1 hour' as is_new from migrations`,
    )
    return rows[0].is_new
  } finally {
    await client.end()
  }
}
