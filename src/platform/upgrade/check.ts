import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { archiveBytes } from '../backup/back-up.ts'
import { MigrationError } from '../database/migrate.ts'
import { type Pending, readPending } from '../database/migrations/pending.ts'
import { databaseFolder } from '../database/migrations/standing.ts'
import { refusalOf } from '../doctor/database.ts'
import { type Finding, fail, ok, warn } from '../doctor/line.ts'
import { OperatorError } from '../operator-error.ts'
import type { BackupSettings } from '../settings/read.ts'
import { s3Start } from '../settings/values.ts'
import { count } from '../verification.ts'
import { type Tried, trialRoom, tryUpgrade } from './trial.ts'

type Known = Extract<Pending, { is: 'known' }>

const inMegabytes = (bytes: number) => `${count(Math.ceil(bytes / 1_000_000))} MB`
const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** Whether Node is the one of this version, which the file .node-version names. */
export function checkNode(projectDir: string, version = process.versions.node): Finding {
  const wanted = readFileSync(path.join(projectDir, '.node-version'), 'utf8').trim()
  return Number.parseInt(version, 10) >= Number(wanted)
    ? ok(`Node ${version}.`)
    : fail(`This is Node ${version}, and Folio runs on ${wanted}.`, 'Run npm ci here, which brings it.')
}

/** What a start would do to the tables: the finding, and what is known where a start would go on. */
export async function checkPending(pool: pg.Pool): Promise<{ finding: Finding; known?: Known }> {
  const pending = await readPending(pool)
  if (pending.is !== 'known') return { finding: refusalOf(pending) }
  const { missing, changesFunctions, newest } = pending
  const functions = changesFunctions ? 'Functions and views are made anew.' : ''
  const says =
    missing.length === 0
      ? `The tables stay as they are (${newest}). ${functions}`
      : `The database is at ${newest}. A start runs ${missing.join(', ')}. ${functions}`
  return { finding: ok(says.trim()), known: pending }
}

/** The tables that missing migrations name, the largest first. */
export async function checkTables(pool: pg.Pool, missing: string[]): Promise<Finding> {
  const text = missing
    .map((name) => readFileSync(path.join(databaseFolder, 'migrations', `${name}.sql`), 'utf8'))
    .join('\n')
    .replaceAll(/--.*$/gm, '')
  const words = [...new Set(text.match(/\w+/g))]
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    `select c.relname as name, sum(pg_total_relation_size(part.relid))::float8 as bytes
     from pg_class c cross join lateral (
       select c.oid as relid union select relid from pg_partition_tree(c.oid)) as part
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1)
     group by c.relname order by 2 desc, 1`,
    [words],
  )
  if (rows.length === 0) return ok('No table that is there is named by them.')
  const named = rows.map(({ name, bytes }) => `${name} (${inMegabytes(bytes)})`)
  const shown = named.slice(0, mostNamed)
  const more = named.length - shown.length
  return ok(`They name ${shown.join(', ')}${more > 0 ? `, and ${more} smaller ones` : ''}.`)
}

const mostNamed = 5

/** Whether there is room for the backup before the upgrade. */
export async function checkRoom(pool: pg.Pool, { to }: BackupSettings, dataDir: string): Promise<Finding> {
  const needed = await archiveBytes(pool, 0)
  const may = `A backup takes up to ${inMegabytes(needed)}`
  if (to.startsWith(s3Start)) return ok(`${may}, in ${to}.`)
  // The folder is made by the first backup.
  const { bavail, bsize } = await statfs(to).catch(() => statfs(dataDir))
  const free = bavail * bsize
  const says = `${may}, and ${inMegabytes(free)} are free for ${to}.`
  return free < needed ? fail(says, 'Free some, or set BACKUP_TO to another disk.') : ok(says)
}

type Trial = Parameters<typeof tryUpgrade>[0] & { pool: pg.Pool }

/** Updates a copy, where there is room for one. */
export async function checkTrial({ pool, ...trial }: Trial): Promise<Finding> {
  const { needed, free } = await trialRoom(pool, trial.folder)
  if (free < needed)
    return warn(
      `Not tried: a copy takes ${inMegabytes(needed)}, and ${inMegabytes(free)} are free at ${path.dirname(trial.folder)}.`,
      'Free some, or restore a backup elsewhere with this version, which migrates it.',
    )
  try {
    return ok(triedText(await tryUpgrade(trial)))
  } catch (error) {
    if (trial.signal.aborted) throw error
    return failedTrial(error)
  }
}

/** A copy that cannot be made says nothing of the upgrade: a backup takes only what Folio knows. */
export function failedTrial(error: unknown): Finding {
  if (error instanceof MigrationError)
    return fail(`A copy could not be updated. ${error.message}`, 'Stay with the old version, and report it.')
  if (error instanceof OperatorError)
    return warn(
      `Not tried, for want of a copy. ${error.message}`,
      'A backup has the same trouble: see to it first.',
    )
  throw error
}

const triedText = ({ rows, copyMs, updateMs }: Tried) =>
  `A copy of ${count(rows)} rows was updated in ${inSeconds(updateMs)}; making it took ${inSeconds(copyMs)}. ` +
  'Folio is away that long, and while it starts.'
