import type { FastifyBaseLogger } from 'fastify'
import { minuteMs } from '../../shared/time.ts'
import type { Clock } from '../clock.ts'
import { connectAtStart } from '../database/connect.ts'
import type { DatabaseAddress } from '../database/database.ts'
import type { Precaution } from '../database/migrate.ts'
import { type JobHandler, periodic } from '../jobs/job.ts'
import { OperatorError } from '../operator-error.ts'
import type { BackupSettings, S3Access } from '../settings/read.ts'
import { archiveName, notePictures, pruneArchives, readArchives, removeArchive } from './archives.ts'
import { backUp } from './back-up.ts'
import { type PictureTransfer, storePicturesBeside } from './pictures.ts'
import { openPlace } from './places/open.ts'

type Options = {
  settings: BackupSettings
  s3Access: S3Access
  address: DatabaseAddress
  keysDir: string
  /** The key that signs archives; it is made at the first call. */
  readSigningKey: () => Promise<Buffer>
  pictures: PictureTransfer
  clock: Clock
  log: FastifyBaseLogger
}

/** How often we check whether a backup is due. */
const lookMs = 10 * minuteMs

/** The job that makes a backup every `settings.everyMs`; none if backups are off. */
export const createBackupJobs = (options: Options): JobHandler[] =>
  options.settings.everyMs === null
    ? []
    : [periodic('back_up', lookMs, (stopping) => backUpWhenDue(options, stopping))]

/**
 * Makes a backup if the newest is too old, and removes the oldest. If there is no room, or the place cannot be used, it
 * warns and tries again ten minutes later.
 */
async function backUpWhenDue(options: Options, stopping: AbortSignal): Promise<void> {
  const { to, everyMs, keep } = options.settings
  const { log } = options
  const place = openPlace(to, options.s3Access)
  const now = options.clock()
  try {
    const [newest] = (await readArchives(place)).archives
    const isDue = newest
      ? now.getTime() - newest.madeAt.getTime() >= (everyMs ?? 0)
      : !(await isNew(options.address))
    if (!isDue) return
    await makeArchive(options, { place, now, stopping })
    await pruneArchives(place, keep, now)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    if (!stopping.aborted) log.warn({ to }, `no backup was made: ${error.message}`)
  }
}

/**
 * Makes a backup before migrations: it stays if they succeed, as one of the schedule's, and goes if nothing was
 * changed, so that a start that fails again and again displaces no other. Throws OperatorError if there can be none.
 */
export async function backUpBefore(options: Options): Promise<Precaution> {
  const { settings, s3Access, clock, log } = options
  const place = openPlace(settings.to, s3Access)
  const now = clock()
  const name = await makeArchive(options, { place, now, stopping: new AbortController().signal }).catch(
    (error: unknown) => {
      if (!(error instanceof OperatorError)) throw error
      throw new OperatorError(
        `The database needs an update, and no backup could be made before it: ${error.message} Or start with ` +
          'BACKUP_BEFORE_MIGRATION=off once you have a backup elsewhere.',
        { cause: error },
      )
    },
  )
  return {
    keep: async () => {
      await pruneArchives(place, settings.keep, now).catch((error: unknown) => {
        if (!(error instanceof OperatorError)) throw error
        log.warn({ to: settings.to }, `older backups stay: ${error.message}`)
      })
    },
    discard: () => removeArchive(place, name),
  }
}

type Making = { place: ReturnType<typeof openPlace>; now: Date; stopping: AbortSignal }

async function makeArchive(
  { settings, address, keysDir, readSigningKey, pictures, log }: Options,
  { place, now, stopping }: Making,
): Promise<string> {
  const { withKeys, recipients } = settings
  const began = performance.now()
  const name = archiveName(now, recipients.length > 0)
  await place.prepare()
  const beside = await storePicturesBeside(place, recipients)
  const { rows, bytes, signedBy } = await backUp({
    place,
    name,
    withKeys,
    recipients,
    overwrite: false,
    address,
    keysDir,
    signingKey: await readSigningKey(),
    pictures,
    beside,
    beforeComplete: () => notePictures(place, name, beside.needed),
    signal: stopping,
    report: () => {},
  })
  const ms = Math.round(performance.now() - began)
  log.info({ file: `${place.title}/${name}`, rows, bytes, ms, signedBy }, 'backup made')
  return name
}

/** Whether the database was made within the last hour: there is hardly anything to lose yet, and much else to do. */
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
