import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { isJobSchemaCurrent, migrateJobSchema } from '../jobs/schema.ts'
import { OperatorError } from '../operator-error.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { connectAtStart, type DatabaseSetting, refuseStandby } from './connect.ts'
import type { DatabaseAddress } from './database.ts'
import { isDatabaseUnavailable } from './errors.ts'
import {
  applyFunctions,
  areCurrent,
  makeFunctionsOf,
  markEarlier,
  readFunctions,
} from './migrations/functions.ts'
import { runFile } from './migrations/run-file.ts'
import {
  baseline,
  databaseFolder,
  knownMigrations,
  standingOf,
  wayToBaseline,
} from './migrations/standing.ts'
import { areViewsCurrent, dropViews, makeViews, readViews } from './migrations/views.ts'
import { giveRights, readRights } from './rights/rights.ts'

type Options = {
  /** Another folder than the program's own, for tests. */
  folder?: string
  /** The last migration to run, by name; all if unset. Functions from before the last one are no longer known. */
  upTo?: string
  /** Set by the restore itself: nobody else may use a database whose restore is not finished. */
  isRestoring?: boolean
  /** The app's account, if `address` is the owner's: it gets its rights. */
  app?: string
  /** Told of each migration that ran, and how long it took, once all of them are committed. */
  note?: (migration: string, ms: number) => void
  /** Asked before a database that has been migrated before is migrated again; what it throws stops that. */
  secure?: () => Promise<Precaution>
}

/** What was done for the case that a migration does harm. */
export type Precaution = {
  /** The migrations are committed. */
  keep(): Promise<void>
  /** They failed, and nothing was changed. */
  discard(): Promise<void>
}

/** The owner of the database, if that is another account than the app's (decision 86). */
export type Accounts = { address: DatabaseAddress; owner?: DatabaseAddress | undefined }

/** The owner of the tables: the app's account if there is no other. */
export const ownerOf = ({ address, owner }: Accounts): DatabaseAddress => owner ?? address

/** Brings the database of an installation up to date, as its owner if the app's account is not the owner. */
export async function prepareDatabase(
  { address, owner, hasRoom = () => true }: Accounts & { hasRoom?: () => boolean },
  options: Options = {},
): Promise<void> {
  try {
    await (owner ? migrate(owner, { ...options, app: await accountOf(address) }) : migrate(address, options))
  } catch (error) {
    // PostgreSQL ends where its log of changes finds no room, and says so in its own log alone.
    if (!isDatabaseUnavailable(error) || hasRoom()) throw error
    throw Object.assign(new Error('No space left on device', { cause: error }), { code: '53100' })
  }
}

/** The name of the account in an address. */
export async function accountOf(address: DatabaseAddress): Promise<string> {
  if ('user' in address) return address.user
  const client = await connectAtStart(address)
  try {
    const { rows } = await client.query<{ name: string }>('select current_user as name')
    return rows[0]?.name as string
  } finally {
    await client.end()
  }
}

/**
 * Brings our schema and that of the jobs up to date; returns the names of our migrations that ran. Several processes
 * may start at once: they take turns. Throws OperatorError if the database cannot be used.
 */
export async function migrate(address: DatabaseAddress, options: Options = {}): Promise<string[]> {
  const { folder = databaseFolder, upTo, isRestoring = false, app, note, secure } = options
  const setting: DatabaseSetting = app === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  const client = await connectAtStart(address, setting)
  try {
    await refuseStandby(client, setting)
    if (!isRestoring) await refuseUnfinishedRestore(client)
    await refuseOthers(client, 'select')
    const known = await knownMigrations(folder)
    const wanted = upTo ? known.slice(0, known.indexOf(upTo) + 1) : known
    const sources = { folder, known, wanted, functions: readFunctions(folder), views: readViews(folder) }
    const isDone = (await isCurrent(client, sources)) && (await isJobSchemaCurrent(client))
    if (isDone && !(await needsRights(client, options))) return []
    if (!isDone) await refuseOthers(client, 'insert')
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrating])
    // A restore takes the same lock, and may have begun meanwhile.
    if (!isRestoring) await refuseUnfinishedRestore(client)
    const { done } = await readStanding(client, known)
    const precaution = done > 0 && done < wanted.length ? await secure?.() : undefined
    const ran = await bringUpToDate(client, sources).catch(async (error) => {
      // Where the answer to the commit was lost, the migrations may be committed.
      if (!isDatabaseUnavailable(error)) await precaution?.discard()
      throw explained(error)
    })
    for (const { name, ms } of ran) note?.(name, ms)
    await precaution?.keep()
    await migrateJobSchema(address).catch((error) => {
      throw explained(error)
    })
    if (app !== undefined && (await needsRights(client, options))) await giveRights(client, app)
    return ran.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * The target state of the database: these migrations out of all known ones, and after the last one the present
 * functions.
 */
type Sources = {
  folder: string
  known: string[]
  wanted: string[]
  functions: ReturnType<typeof readFunctions>
  views: ReturnType<typeof readViews>
}

async function isCurrent(client: pg.Client, { known, wanted, functions, views }: Sources): Promise<boolean> {
  const { done, isFromBefore } = await readStanding(client, known)
  if (isFromBefore || done !== wanted.length) return false
  if (wanted.length < known.length) return true
  return (await areCurrent(client, functions)) && (await areViewsCurrent(client, views))
}

/** In one transaction, so that nobody meets new tables with old functions. */
async function bringUpToDate(client: pg.Client, sources: Sources): Promise<{ name: string; ms: number }[]> {
  const { known, wanted, functions, views } = sources
  await client.query('begin')
  // Another process may have brought it up to date meanwhile.
  const { done, isFromBefore } = await readStanding(client, known)
  if (isFromBefore) await takeOver(client, functions)
  await dropViews(client)
  const ran: { name: string; ms: number }[] = []
  for (const name of wanted.slice(done)) {
    const began = performance.now()
    await (name === baseline ? makeTables(client, sources) : runMigration(client, sources.folder, name))
    await client.query('insert into migrations (name, run_on) values ($1, now())', [name])
    ran.push({ name, ms: Math.round(performance.now() - began) })
  }
  if (wanted.length === known.length) {
    await applyFunctions(client, functions)
    await makeViews(client, views)
  }
  await client.query('commit')
  return ran
}

/** Makes the tables of the baseline, in the order of the files' names. */
async function makeTables(client: pg.Client, { folder, functions }: Sources): Promise<void> {
  const dir = path.join(folder, 'schema')
  const files = (await readdir(dir)).sort()
  const texts = await Promise.all(files.map((file) => readFile(path.join(dir, file), 'utf8')))
  await makeFunctionsOf(client, texts.join('\n'), functions)
  for (const [index, text] of texts.entries()) await runFile(client, `db/schema/${files[index]}`, text)
}

async function runMigration(client: pg.Client, folder: string, name: string): Promise<void> {
  const file = `migrations/${name}.sql`
  await runFile(client, `db/${file}`, await readFile(path.join(folder, file), 'utf8'))
}

/** Records the baseline in place of the migrations that led to it. */
async function takeOver(client: pg.Client, functions: Sources['functions']): Promise<void> {
  await client.query(
    `with before as (delete from migrations returning run_on)
     insert into migrations (name, run_on) select $1, min(run_on) from before`,
    [baseline],
  )
  await markEarlier(client, functions)
}

/** Whether the app's account has other rights than it should; a database on its way to this version does not count. */
async function needsRights(client: pg.Client, { app, upTo }: Options): Promise<boolean> {
  if (app === undefined || upTo !== undefined) return false
  const { isUndivided, deviations } = await readRights(client, app)
  return !isUndivided && deviations.length > 0
}

/** Refuses an account that may not read the existing tables, or may not bring them up to date. */
async function refuseOthers(client: pg.Client, right: 'select' | 'insert'): Promise<void> {
  const { rows } = await client.query<{ owner: string; name: string }>(
    `select pg_get_userbyid(relowner) as owner, current_user as name from pg_class
     where oid = to_regclass('public.migrations') and not has_table_privilege(oid, $1)`,
    [right],
  )
  const [found] = rows
  if (!found) return
  const { owner, name } = found
  const what =
    right === 'select'
      ? `${name} has no rights on Folio’s tables, which belong to ${owner}`
      : `The database needs an update, but belongs to ${owner}, not to ${name}`
  throw new OperatorError(
    `${what}. Set DATABASE_OWNER_URL to an address that signs in as ${owner}, at least for one start.`,
  )
}

const explained = (error: Error) =>
  isDatabaseUnavailable(error) || error instanceof OperatorError ? error : cannotMigrate(error)

/** A migration failed. */
export class MigrationError extends OperatorError {
  override readonly name = 'MigrationError'
}

function cannotMigrate(error: Error): MigrationError {
  return new MigrationError(
    `The database could not be updated: ${error.message}. Its account must own Folio’s tables, and be allowed to ` +
      'create tables and extensions; LOG_LEVEL=debug shows more.',
    { cause: error },
  )
}

/** Throws OperatorError if this version cannot continue from the database's state. */
async function readStanding(client: pg.Client, known: string[]) {
  const { rows } = await client.query(`select to_regclass('migrations') is not null as exists`)
  const run = rows[0].exists
    ? await client.query<{ name: string }>('select name from migrations order by id')
    : undefined
  const standing = standingOf(run?.rows.map(({ name }) => name) ?? [], known)
  if (standing.is === 'older')
    throw new OperatorError(
      `The database is of an older version of Folio (${standing.migration}), from which this one cannot continue. ${wayToBaseline}`,
    )
  if (standing.is === 'newer')
    throw new OperatorError(
      `The database was updated by a newer version of Folio: ${standing.migration} is not known here. ` +
        'Start that version, or restore an earlier backup.',
    )
  return standing
}

async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('restoring') is not null as exists`)
  if (rows[0].exists)
    throw new OperatorError(
      'A restore was not finished here. Run npm run restore with the same archive again: it continues where it stopped.',
    )
}
