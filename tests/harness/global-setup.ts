import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { DatabaseAddress } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { embeddedApp } from '../../src/platform/database/server.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { reportTimes } from './times.ts'

export const templateDatabase = 'folio_template'

// Room for the databases of some test files at a time, and for PostgreSQL's log of changes at its largest.
const roomForData = 2_000_000_000

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server, as its superuser; each test file makes its own database on it from the template. */
    server: { host: string; port: number; user: string }
  }
}

/** Projects whose tests only read files. */
const withoutDatabase = ['tidy', 'screens']

/** One real PostgreSQL for the run, with a migrated template database that test files copy. */
export default async function setup(project: TestProject) {
  const { vitest } = project
  if (vitest.projects.every(({ name }) => withoutDatabase.some((one) => name.startsWith(one))))
    return undefined
  const dataDir = mkdtempSync(path.join(locationOfData(), 'folio-test-'))
  const server = await startEmbeddedPostgres({ dataDir })
  const { host, port, user } = server.connection
  await prepareTemplate(server.connection)
  project.provide('server', { host, port, user })
  return async () => {
    reportTimes(vitest)
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * In memory where Linux has room for it: each test file's database is a few hundred files, which take three times as
 * long on disk.
 */
function locationOfData(): string {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomForData ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

async function prepareTemplate(address: { host: string; port: number; user: string; database: string }) {
  const client = new pg.Client(address)
  await client.connect()
  // The run's data is thrown away: waiting for the disk, and whole pages in the log, would only slow it. Kill tests
  // start servers of their own.
  await client.query('alter system set fsync = off')
  await client.query('alter system set synchronous_commit = off')
  await client.query('alter system set full_page_writes = off')
  // It would analyze tables in the middle of a test of plans, more often on a slow run than on a fast one.
  await client.query('alter system set autovacuum = off')
  await client.query('select pg_reload_conf()')
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  const template: DatabaseAddress = { ...address, database: templateDatabase }
  await migrate(template, { app: embeddedApp })
}
