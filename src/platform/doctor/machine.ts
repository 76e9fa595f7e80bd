import { statfs } from 'node:fs/promises'
import { dayMs } from '../../shared/time.ts'
import { readArchives } from '../backup/archives.ts'
import { openPlace } from '../backup/places/open.ts'
import { findSigningKey, publicKeyText } from '../backup/signing.ts'
import type { Settings } from '../settings/read.ts'
import { count } from '../verification.ts'
import { type Finding, fail, type HealthCheck, ok, warn } from './line.ts'

const low = { warnBytes: 2_000_000_000, failBytes: 500_000_000, warnShare: 0.15 }
/** After this time a restore says little about today's backups. */
const longSinceRestoredMs = 90 * dayMs

/** The disk, settings that belong together, and the scheduled backups. */
export const checkMachine = (settings: Settings): HealthCheck[] => [
  { name: 'settings', check: () => checkSettings(settings) },
  { name: 'disk', check: () => checkDisk(settings.dataDir) },
  { name: 'backups', check: () => checkBackups(settings) },
  { name: 'restored', check: () => checkRestored(settings) },
]

async function checkSettings({ siteUrl, host, amazon }: Settings): Promise<Finding> {
  const isPublic = !['127.0.0.1', '::1', 'localhost'].includes(host)
  const site = siteUrl && new URL(siteUrl)
  if (isPublic && !siteUrl)
    return warn('SITE_URL is not set.', 'Set it: links in mails and previews begin with it.')
  if (site && site.protocol === 'http:' && !['localhost', '127.0.0.1'].includes(site.hostname))
    return warn(
      `SITE_URL is ${siteUrl}, without https.`,
      'Put a proxy with a certificate in front, and set https://….',
    )
  if (Object.keys(amazon.tags).length === 0)
    return warn(
      'AMAZON_TAGS is not set: links earn nothing.',
      'Set your associate tags, such as us=folio-20.',
    )
  return ok('They can be used together.')
}

async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const [free, all] = [bavail * bsize, blocks * bsize]
  const says = `${count(Math.round(free / 1_000_000))} MB of ${count(Math.round(all / 1_000_000))} MB are free at ${folder}.`
  const todo = 'Free some, or move DATA_DIR to a larger disk. A full disk stops the database.'
  if (free < low.failBytes) return fail(says, todo)
  return free < low.warnBytes || free < low.warnShare * all ? warn(says, todo) : ok(says)
}

async function checkBackups(settings: Settings): Promise<Finding> {
  const { backup, databaseUrl, s3 } = settings
  const { everyMs, to } = backup
  if (everyMs === null)
    return databaseUrl
      ? ok('Off: the backups of DATABASE_URL are its server’s.')
      : warn('Off.', 'Set BACKUP_EVERY, or make sure that DATA_DIR is backed up another way.')
  const [newest] = (await readArchives(openPlace(to, s3))).archives
  if (!newest) return warn(`There is none in ${to} yet.`, 'One is made an hour after the first start.')
  const age = Date.now() - newest.madeAt.getTime()
  const key = await findSigningKey(settings)
  const says = `The newest is ${ageText(age)} old: ${newest.name}, ${count(newest.bytes)} bytes.${key ? ` A restore trusts it by ${publicKeyText(key)}.` : ''}`
  return age > 2 * everyMs ? fail(says, 'See the log for the reason (“no backup was made”).') : ok(says)
}

async function checkRestored({ backup, s3 }: Settings): Promise<Finding> {
  const todo = 'Try a backup: npm run restore with another DATA_DIR.'
  const [newest] = (await readArchives(openPlace(backup.to, s3))).receipts
  if (!newest) return warn('No backup of these was ever restored.', todo)
  const age = Date.now() - new Date(newest.restored_at).getTime()
  const says = `The backup of ${newest.made_at} was restored ${ageText(age)} ago.`
  if (!newest.verified)
    return fail(`${says} It failed verification.`, 'See what npm run verify reports about this installation.')
  return age > longSinceRestoredMs ? warn(says, todo) : ok(says)
}

const ageText = (ms: number) =>
  ms < 2 * dayMs ? `${Math.floor(ms / 3_600_000)} hours` : `${Math.floor(ms / dayMs)} days`
