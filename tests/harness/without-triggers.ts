import type pg from 'pg'

type Run = (statement: string, values?: unknown[]) => Promise<pg.QueryResult>

/**
 * Runs statements in one transaction without triggers and foreign keys, which are slow for very many rows. The rows
 * must be valid already. Only the owner may switch them off.
 */
export async function withoutTriggers(
  { owner: { pool } }: { owner: { pool: pg.Pool } },
  work: (run: Run) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await work((statement, values) => client.query(statement, values))
    await client.query('commit')
  } finally {
    // A failed connection does not return to the pool.
    client.release(true)
  }
}
