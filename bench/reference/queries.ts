import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { DB } from '../../src/platform/database/schema.ts'

/** What `operation` really sends to the database: every statement, with its parameters, in order. */
export async function queriesOf(
  pool: pg.Pool,
  operation: (db: Kysely<DB>) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool })
  const log = ({ query }: { query: CompiledQuery }) => {
    sent.push(query)
  }
  await operation(new Kysely<DB>({ dialect, log }))
  return sent
}
