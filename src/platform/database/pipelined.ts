import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { FolioClient } from './client.ts'
import type { DB } from './schema.ts'

/**
 * Does work that only reads, on one connection that sends each statement without waiting for the answers to those
 * before (decision 95). What the work sends after its end is refused.
 */
export type Pipelined = <T>(work: (db: Kysely<DB>) => Promise<T>) => Promise<T>

/** On connections of a pool of {@link FolioClient}s. */
export function createPipelined(pool: pg.Pool): Pipelined {
  const known = new WeakMap<FolioClient, Kysely<DB>>()
  return async (work) => {
    const client = (await pool.connect()) as pg.PoolClient & FolioClient
    const db = known.get(client) ?? onPipeline(client)
    known.set(client, db)
    try {
      return await client.pipelining(() => work(db))
    } finally {
      client.release()
    }
  }
}

function onPipeline(client: FolioClient): Kysely<DB> {
  const query = async (...statement: [string, unknown[]]) => {
    if (!client.isPipelining) throw new Error('A statement came after the end of what it belongs to.')
    return client.query(...statement)
  }
  const lent = { query, release: () => {} }
  const pool = { connect: async () => lent, end: async () => {} }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}
