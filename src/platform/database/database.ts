import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { BoundedPool } from './bounded-pool.ts'
import { FolioClient, type FolioClientConfig } from './client.ts'
import { lentBy } from './lending.ts'
import type { DB } from './schema.ts'

// A date is a calendar day, not an instant: keep it as text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

// int8 holds counts and cents here: both stay far below 2^53, and a bigint would not fit JSON.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is too large for a JavaScript number`)
  return value
})

/**
 * The address of PostgreSQL: a URL, with all servers if it names several, of which one accepts changes; or a unix
 * socket of the embedded server.
 */
export type DatabaseAddress =
  | { connectionString: string; hosts?: string[] }
  | { host: string; port: number; user: string; database: string }

/** The name by which other programs see that the app uses the database; a restore then refuses it. */
export const applicationName = 'folio'

export type Database = {
  db: Kysely<DB>
  pool: pg.Pool
  close(): Promise<void>
}

/** Jobs use two and listen on a third. */
const minEach = 5

type Shared = { workers: number; databasePool: number }

/** The maximum of connections of each worker's pool, of those that the workers of a machine share (decision 91). */
export const poolSize = ({ workers, databasePool }: Shared): number =>
  Math.max(minEach, Math.ceil(databasePool / workers))

/** The maximum of connections that a machine takes, with those for page changes and commands. */
export const connectionsOf = (shared: Shared): number => shared.workers * (poolSize(shared) + 1) + 3

/**
 * After this time without an answer the server counts as gone: longer than any statement may take, and much shorter
 * than the operating system waits for a machine that has disappeared.
 */
const usualSilentMs = 40_000

/** Of commands and tests. */
const usualPool = 20

/** Connections that are lost within this time of each other are reported once. */
const togetherMs = 5_000

/**
 * Opens a pool. A lost connection is never fatal: the pool drops it and the next query connects again, so the app
 * recovers by itself when a stopped database is back. A request for a connection is refused while too many wait.
 * `onError` is called once for connections that are lost together, and never for those that `close` ends.
 */
export function openDatabase(
  address: DatabaseAddress,
  options: { max?: number; onError?: (e: Error) => void; silentMs?: number | undefined } = {},
): Database {
  const config: pg.PoolConfig & FolioClientConfig = {
    application_name: applicationName,
    ...address,
    Client: FolioClient,
    query_timeout: options.silentMs ?? usualSilentMs,
    max: options.max ?? usualPool,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
  }
  const pool = new BoundedPool(config)
  let quietUntil = 0
  const tell = (error: Error) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + togetherMs
    options.onError?.(error)
  }
  // The pool listens to idle clients only; one that loses its connection during a query would end the process.
  pool.on('connect', (client) => client.on('error', tell))
  // The client has reported it already, and without its whole state.
  pool.on('error', () => {})
  pool.on('release', (_error, client) => {
    if (!(client instanceof FolioClient)) return
    if (client.takesNoChanges || client.looksElsewhere) void client.end()
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: lentBy(pool) }) })
  const close = () => {
    quietUntil = Number.POSITIVE_INFINITY
    // Not through Kysely, which leaves a pool open that was only used directly.
    return pool.end()
  }
  return { db, pool, close }
}

/** The same on one connection, in its transaction if it has one. The code that made the connection ends it. */
export function onConnection(client: pg.Client): Kysely<DB> {
  const pool = { connect: async () => Object.assign(client, { release: () => {} }), end: async () => {} }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: lentBy(pool) }) })
}
