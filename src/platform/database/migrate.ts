import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { isJobSchemaCurrent, migrateJobSchema } from '../jobs/schema.ts'
import { OperatorError } from '../operator-error.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { connectAtStart, type DatabaseSetting, refuseStandby } from './connect.ts'
import type { DatabaseAddress } from './database.ts'
import { isDatabaseUnavailable } from './failures.ts'
import { giveRights, readRights } from './rights/rights.ts'

const migrationsDir = path.resolve(import.meta.dirname, '../../../db/migrations')

type Options = {
  /** Other migrations than the program's own, for tests. */
  dir?: string
  /** The last migration to run, by name; all if unset. */
  upTo?: string
  /** Set by the restore itself: nobody else may use a database whose restore is not finished. */
  isRestoring?: boolean
  /** The account that the app uses, where `address` is the owner's: it is given its rights. */
  app?: string
}

/** The owner of the database, where that is another account than the app's (decision 86). */
export type Accounts = { address: DatabaseAddress; owner?: DatabaseAddress | undefined }

/** Who owns the tables: the app's account where there is no other. */
export const ownerOf = ({ address, owner }: Accounts): DatabaseAddress => owner ?? address

/** Brings the database of an installation up to date, as its owner, where the app's account is not. */
export async function prepareDatabase({ address, owner }: Accounts, options: Options = {}): Promise<void> {
  await (owner ? migrate(owner, { ...options, app: await accountOf(address) }) : migrate(address, options))
}

/** The name of the account that an address signs in. */
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
 * Brings our schema and that of the jobs up to date; returns the names of our migrations that were run. Several
 * processes may start at once: node-pg-migrate only tries its own lock, so a waiting one is taken first. Throws
 * OperatorError where the database cannot be used.
 */
export async function migrate(address: DatabaseAddress, options: Options = {}): Promise<string[]> {
  const { dir = migrationsDir, upTo, isRestoring = false, app } = options
  const setting: DatabaseSetting = app === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  const client = await connectAtStart(address, setting)
  try {
    await refuseStandby(client, setting)
    if (!isRestoring) await refuseUnfinishedRestore(client)
    await refuseOthers(client, 'select')
    const known = await knownMigrations(dir)
    const wanted = upTo ? known.indexOf(upTo) + 1 : known.length
    const isCurrent = (await countDone(client, known)) === wanted && (await isJobSchemaCurrent(client))
    if (isCurrent && !(await needsRights(client, options))) return []
    if (!isCurrent) await refuseOthers(client, 'insert')
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrating])
    // A restore takes the lock, too, and may have begun meanwhile.
    if (!isRestoring) await refuseUnfinishedRestore(client)
    // Another process may have brought it up to date meanwhile.
    const count = wanted - (await countDone(client, known))
    const done = await bringUpToDate(client, { address, dir, count }).catch((error) => {
      throw isDatabaseUnavailable(error) ? error : cannotMigrate(error)
    })
    if (app !== undefined && (await needsRights(client, options))) await giveRights(client, app)
    return done
  } finally {
    await client.end()
  }
}

/** Runs the next `count` migrations. */
async function bringUpToDate(
  client: pg.Client,
  { address, dir, count }: { address: DatabaseAddress; dir: string; count: number },
): Promise<string[]> {
  // Loaded only when there is something to migrate: most starts find nothing.
  const { runner } = await import('node-pg-migrate')
  const done = await runner({
    dbClient: client,
    dir,
    direction: 'up',
    count,
    migrationsTable: 'migrations',
    noLock: true,
    log: () => {},
  })
  await migrateJobSchema(address)
  return done.map((migration) => migration.name)
}

/** Whether the app's account has other rights than it should; a database on its way to this version does not count. */
async function needsRights(client: pg.Client, { app, upTo }: Options): Promise<boolean> {
  if (app === undefined || upTo !== undefined) return false
  const { isUndivided, deviations } = await readRights(client, app)
  return !isUndivided && deviations.length > 0
}

/** Refuses an account that may not read the tables that there are, or may not bring them up to date. */
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
      : `The database has to be brought up to date, and belongs to ${owner}, not to ${name}`
  throw new OperatorError(
    `${what}. Set DATABASE_OWNER_URL to an address that signs in as ${owner}, at least for one start.`,
  )
}

function cannotMigrate(error: Error): OperatorError {
  // The library puts stacks into its messages.
  const [words] = error.message.split('\n')
  return new OperatorError(
    `The database could not be brought up to date: ${words}. Its account must own Folio’s tables, and be allowed to ` +
      'create tables and extensions; LOG_LEVEL=debug shows more.',
    { cause: error },
  )
}

/** The names of all migrations that this version of the program knows, oldest first. */
export async function knownMigrations(dir = migrationsDir): Promise<string[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql'))
  return files.map((file) => path.basename(file, '.sql')).sort()
}

/** How many migrations were run. Throws OperatorError when a newer version of the program has been here. */
async function countDone(client: pg.Client, known: string[]): Promise<number> {
  const { rows } = await client.query(`select to_regclass('migrations') is not null as exists`)
  if (!rows[0].exists) return 0
  const done = await client.query<{ name: string }>('select name from migrations')
  const unknown = done.rows.find(({ name }) => !known.includes(name))
  if (unknown)
    throw new OperatorError(
      `The database was brought up to date by a newer version of Folio: ${unknown.name} is not known here. ` +
        'Start that version, or restore a backup of before.',
    )
  return done.rows.length
}

async function refuseUnfinishedRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('restoring') is not null as exists`)
  if (rows[0].exists)
    throw new OperatorError(
      'A restore was not finished here. Run npm run restore with the same archive again: it goes on where it was.',
    )
}
