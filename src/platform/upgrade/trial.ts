import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { archiveBytes, backUp } from '../backup/back-up.ts'
import type { Load } from '../backup/load.ts'
import type { PictureTransfer } from '../backup/pictures.ts'
import { folderPlace } from '../backup/places/folder.ts'
import { inspectArchive } from '../backup/read-archive.ts'
import { restoreArchive } from '../backup/restore.ts'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { connectAtStart } from '../database/connect.ts'
import type { DatabaseAddress } from '../database/database.ts'
import { startDatabaseServer } from '../database/server.ts'
import { OperatorError } from '../operator-error.ts'
import { placesOf } from '../postgres/location.ts'

type Trial = {
  /** The database to copy. */
  address: DatabaseAddress
  /** Where the copy lies meanwhile. */
  folder: string
  ensurePartition: Load['ensurePartition']
  signal: AbortSignal
  report: { bytes: (what: string, bytes: number) => void; rows: (what: string, rows: number) => void }
}

/** What a trial has shown: how many rows were copied, how long that took, and how long it took to update them. */
export type Tried = { rows: number; copyMs: number; updateMs: number }

/** Pictures are not copied: no migration touches them. */
const noPictures: PictureTransfer = {
  async *list() {},
  read: async () => null,
  write: async () => true,
  remove: async () => {},
}

/** The folder of a trial: beside the data, whose disk it measures so. The temporary one may lie in memory. */
export const trialFolder = (dataDir: string): string =>
  path.join(existsSync(dataDir) ? dataDir : tmpdir(), 'upgrade-check')

/** How many bytes a trial takes, and how many are free: an archive, the copy made of it, and its log. */
export async function trialRoom(client: pg.Pool, folder: string): Promise<{ needed: number; free: number }> {
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  const { bavail, bsize } = await statfs(path.dirname(folder))
  return {
    needed: (await archiveBytes(client, Number.POSITIVE_INFINITY)) + 2 * (rows[0]?.bytes ?? 0),
    free: bavail * bsize,
  }
}

/**
 * Copies a database, beside its running app, into an embedded server of its own, and updates the copy as a start of
 * this version would. Leaves nothing behind, nor what an earlier one has left that was killed. Throws OperatorError if
 * the copy cannot be made, or not be updated.
 */
export async function tryUpgrade(trial: Trial): Promise<Tried> {
  const client = await connectAtStart(trial.address)
  try {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [
      advisoryLocks.upgradeCheck,
    ])
    if (!rows[0]?.ours) throw new OperatorError('Another upgrade-check is trying it. Wait for its end.')
    return await tryAlone(trial)
  } finally {
    await client.end()
  }
}

async function tryAlone(trial: Trial): Promise<Tried> {
  const { folder, signal } = trial
  removeAll(folder)
  try {
    await mkdir(folder, { mode: 0o700 })
    return await copyAndUpdate(trial)
  } catch (error) {
    if (signal.aborted) throw new OperatorError('Ended before the trial was over; nothing of it remains.')
    throw error
  } finally {
    removeAll(folder)
  }
}

async function copyAndUpdate({ address, folder, ensurePartition, signal, report }: Trial): Promise<Tried> {
  const began = performance.now()
  const [place, name] = [folderPlace(folder), 'copy.tar']
  const keysDir = path.join(folder, 'keys')
  const signingKey = randomBytes(32)
  await backUp({
    ...{ place, name, address, keysDir, signingKey, signal, pictures: noPictures },
    // All tables, also those of the keys.
    ...{ withKeys: true, recipients: [], overwrite: false, report: report.bytes },
  })
  const open = async () => {
    const archive = await place.open(name)
    if (!archive) throw new OperatorError(`${folder} was removed meanwhile.`)
    return archive
  }
  const inspected = await inspectArchive(await open())
  const server = await startDatabaseServer(serverIn(folder), () => {})
  const stop = () => void server.stop()
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    const { rows, updateMs } = await restoreArchive({
      ...{ accounts: server, inspected, open, keysDir, pictures: noPictures, ensurePartition },
      readBeside: async () => Buffer.alloc(0),
      finish: async () => {},
      report: report.rows,
    })
    return { rows: rows ?? 0, updateMs, copyMs: performance.now() - began - updateMs }
  } finally {
    signal.removeEventListener('abort', stop)
    await server.stop()
  }
}

const serverIn = (folder: string) => ({ databaseUrl: undefined, dataDir: path.join(folder, 'data') })

function removeAll(folder: string): void {
  for (const place of [...placesOf(serverIn(folder).dataDir), folder])
    rmSync(place, { recursive: true, force: true })
}
