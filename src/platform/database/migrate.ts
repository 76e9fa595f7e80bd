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

/**
 * Brings our schema and that of the jobs up to date; returns the names of our migrations that were run. Several
 * processes may start at once: node-pg-migrate only tries its own lock, so a waiting one is taken first. Throws
 * OperatorError where the database cannot be used.
 */
export async function migrate(address: DatabaseAddress, dir = migrationsDir): Promise<string[]> {
  const client = await connectAtStart(address)
  try {
    if ((await isCurrent(client, dir)) && (await isJobSchemaCurrent(client))) return []
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    return await bringUpToDate(client, address, dir).catch((error) => {
      throw isDatabaseUnavailable(error) ? error : cannotMigrate(error)
    })
  } finally {
    await client.end()
  }
}

async function bringUpToDate(client: pg.Client, address: DatabaseAddress, dir: string): Promise<string[]> {
  // Loaded only when there is something to migrate: most starts find nothing.
  const { runner } = await import('node-pg-migrate')
  const done = await runner({
    dbClient: client,
    dir,
    direction: 'up',
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

/** Throws OperatorError when a newer version of the program has been here. */
async function isCurrent(client: pg.Client, dir: string): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('migrations') is not null as exists`)
  if (!rows[0].exists) return false
  const done = await client.query<{ name: string }>('select name from migrations')
  const names = done.rows.map((row) => row.name)
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql'))
  const known = new Set(files.map((file) => path.basename(file, '.sql')))
  const unknown = names.find((name) => !known.has(name))
  if (unknown)
    throw new OperatorError(
      `The database was brought up to date by a newer version of Folio: ${unknown} is not known here. ` +
        'Start that version, or restore a backup of before.',
    )
  return names.length === known.size
}
