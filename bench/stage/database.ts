import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../../src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { fillDatabase } from '../data/fill.ts'
import type { DataSize } from '../data/size.ts'

/** A database full of made-up data, for as long as the benchmark runs. */
export type BenchDatabase = {
  /** For the app and for pgbench. */
  url: string
  pool: pg.Pool
  close(): Promise<void>
}

/** Makes and fills a database of its own: on the server of DATABASE_URL, else on an embedded one started for it. */
export async function createBenchDatabase(size: DataSize): Promise<BenchDatabase> {
  const server = await openServer()
  const name = `folio_bench_${randomBytes(4).toString('hex')}`
  const url = withDatabase(server.url, name)
  const drop = () => onServer(server.url, `drop database if exists ${name} with (force)`)
  try {
    await onServer(server.url, `create database ${name}`)
    await migrate({ connectionString: url })
    await fill(url, size)
  } catch (error) {
    await drop().finally(server.stop)
    throw error
  }
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  return {
    url,
    pool,
    close: async () => {
      await pool.end()
      await drop()
      await server.stop()
    },
  }
}

type Server = { url: string; stop(): Promise<void> }

async function openServer(): Promise<Server> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-bench-'))
  const server = await startEmbeddedPostgres({ dataDir })
  const { host, port, user, database } = server.connection
  return {
    url: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function withDatabase(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

async function fill(url: string, size: DataSize): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await fillDatabase(client, size)
  } finally {
    await client.end()
  }
}

/** Does one thing at a database, by a connection of its own. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
