import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { isJobSchemaCurrent, migrateJobSchema } from '../jobs/schema.ts'
import { OperatorError } from '../operator-error.ts'
import { connectAtStart } from './connect.ts'
import type { DatabaseAddress } from './database.ts'
import { isDatabaseUnavailable } from './failures.ts'

const migrationsDir = path.resolve(import.meta.dirname, '../../../db/migrations')

// Any constant will do that no other part of the program locks by.
const migrationLock = 7_305_914_202

type Options = {
  /** Other migrations than the program's own, for tests. */
  dir?: string
  /** The last migration to run, by name; all if unset. */
  upTo?: string
  /** Set by the restore itself: nobody else may use a database whose restore is not finished. */
  isRestoring?: boolean
}

/**
 * Brings our schema and that of the jobs up to date; returns the names of our migrations that were run. Several
 * processes may start at once: node-pg-migrate only tries its own lock, so a waiting one is taken first. Throws
 * OperatorError where the database cannot be used.
 */
export async function migrate(address: DatabaseAddress, options: Options = {}): Promise<string[]> {
  const { dir = migrationsDir, upTo, isRestoring = false } = options
  const client = await connectAtStart(address)
  try {
    if (!isRestoring) await refuseUnfinishedRestore(client)
    const known = await knownMigrations(dir)
    const wanted = upTo ? known.indexOf(upTo) + 1 : known.length
    if ((await countDone(client, known)) === wanted && (await isJobSchemaCurrent(client))) return []
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    // Another process may have brought it up to date meanwhile.
    const count = wanted - (await countDone(client, known))
    return await bringUpToDate(client, { address, dir, count }).catch((error) => {
      throw isDatabaseUnavailable(error) ? error : cannotMigrate(error)
    })
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
