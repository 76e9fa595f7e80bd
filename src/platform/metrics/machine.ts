import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { minuteMs } from '../../shared/time.ts'
import { type Archives, readArchives } from '../backup/archives.ts'
import { openPlace } from '../backup/places/open.ts'
import { knownMigrations } from '../database/migrations/standing.ts'
import { version } from '../http/version.ts'
import type { Settings } from '../settings/read.ts'
import { inSeconds, type Source, source } from './source.ts'

/** The version that runs here, the disk, and the scheduled backups. */
export const machineSources = (settings: Settings): Source[] => [
  build,
  diskOf(settings.dataDir),
  backupsOf(settings),
]

const build = source({
  gauges: {
    folio_build_info: { help: 'Always 1; the version that runs', labels: ['version', 'node', 'migration'] },
  },
  read: async () => {
    const migration = (await knownMigrations()).at(-1) ?? ''
    return { folio_build_info: [{ labels: { version, node: process.version, migration }, value: 1 }] }
  },
})

/** The pool of connections. */
export const poolSource = (pool: pg.Pool): Source =>
  source({
    gauges: {
      folio_pool_connections: {
        help: 'Connections to the database: used, idle; and waiting (requests for one)',
        labels: ['state'],
      },
      folio_pool_connections_max: { help: 'The most connections that this process opens' },
    },
    read: async () => ({
      folio_pool_connections: [
        { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'waiting' }, value: pool.waitingCount },
      ],
      folio_pool_connections_max: pool.options.max,
    }),
  })

const diskOf = (folder: string) =>
  source({
    gauges: {
      folio_disk_free_bytes: { help: 'Free at DATA_DIR' },
      folio_disk_size_bytes: { help: 'Size of the disk of DATA_DIR' },
    },
    read: async () => {
      const { bavail, blocks, bsize } = await statfs(folder)
      return { folio_disk_free_bytes: bavail * bsize, folio_disk_size_bytes: blocks * bsize }
    },
  })

/** The minimum time between two readings: a place may be a bucket, where each reading costs money. */
const readBackupsEveryMs = 10 * minuteMs

function backupsOf({ backup: { everyMs, to }, s3 }: Settings): Source {
  const place = openPlace(to, s3)
  let read: { at: number; found: Archives } | undefined
  async function archives(): Promise<Archives> {
    if (!read || performance.now() - read.at >= readBackupsEveryMs)
      read = { at: performance.now(), found: await readArchives(place) }
    return read.found
  }
  return source({
    gauges: {
      folio_backup_interval_seconds: {
        help: 'How often the schedule makes a backup; missing if it is off',
      },
      folio_backup_newest_timestamp_seconds: { help: 'When the newest backup of the schedule was made' },
      folio_backup_newest_bytes: { help: 'Its size, without pictures' },
      folio_backup_restored_timestamp_seconds: { help: 'When one of them was last restored somewhere' },
    },
    read: async () => {
      const {
        archives: [newest],
        receipts: [restored],
      } = await archives()
      return {
        folio_backup_interval_seconds: everyMs && everyMs / 1000,
        folio_backup_newest_timestamp_seconds: inSeconds(newest?.madeAt),
        folio_backup_newest_bytes: newest?.bytes ?? null,
        folio_backup_restored_timestamp_seconds: restored ? inSeconds(new Date(restored.restored_at)) : null,
      }
    },
  })
}
