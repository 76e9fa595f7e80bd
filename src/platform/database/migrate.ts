import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { isJobSchemaCurrent, migrateJobSchema } from '../jobs/schema.ts'
import type { DatabaseAddress } from './database.ts'

export const migrationsDir = path.resolve(import.meta.dirname, '../../../db/migrations')

// Any constant will do, so long as no other part of the program locks by it.
const migrationLock = 7_305_914_202

/**
 * Brings our schema and that of the jobs up to date; returns the names of our migrations that were run. Several
 * processes may start at once: node-pg-migrate only tries its own lock, so a waiting one is taken first.
 */
export async function migrate(address: DatabaseAddress, dir = migrationsDir): Promise<string[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    if ((await isCurrent(client, dir)) && (await isJobSchemaCurrent(client))) return []
    await client.query('select pg_advisory_lock($1)', [migrationLock])
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
  } finally {
    await client.end()
  }
}

async function isCurrent(client: pg.Client, dir: string): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('migrations') is not null as exists`)
  if (!rows[0].exists) return false
  const done = await client.query<{ name: string }>('select name from migrations')
  const names = new Set(done.rows.map((row) => row.name))
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql'))
  return files.every((file) => names.has(path.basename(file, '.sql')))
}
