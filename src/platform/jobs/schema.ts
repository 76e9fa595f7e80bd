import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type pg from 'pg'
import { type DatabaseAddress, openDatabase } from '../database/database.ts'

/** True if the tables of the jobs are those of the installed library, which is not loaded for that. */
export async function isJobSchemaCurrent(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select to_regclass('graphile_worker.migrations') is not null as exists`,
  )
  if (!rows[0].exists) return false
  const done = await client.query<{ id: number }>('select id from graphile_worker.migrations')
  const ids = new Set(done.rows.map((row) => row.id))
  const program = createRequire(import.meta.url).resolve('graphile-worker')
  const files = await readdir(path.resolve(program, '../../sql'))
  return files.every((file) => ids.has(Number.parseInt(file, 10)))
}

/** Brings the tables of the jobs up to date. Several processes at once take turns by the caller's lock. */
export async function migrateJobSchema(address: DatabaseAddress): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker')
  const { pool, close } = openDatabase(address, { max: 1 })
  try {
    await runMigrations({ pgPool: pool, schema: 'graphile_worker', logger: new Logger(() => () => {}) })
  } finally {
    await close()
  }
}
