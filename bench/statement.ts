import type { Kysely } from 'kysely'
import type { DB } from '../src/platform/database/schema.ts'
import { loadRound, type Request } from './load/load.ts'
import { compare, ratioFinding } from './reference/compare.ts'
import { pgbench, requirePgbench, scriptOf } from './reference/pgbench.ts'
import { queriesOf } from './reference/queries.ts'
import type { Finding } from './report.ts'
import type { Setting } from './stage/setting.ts'

const clients = 16
const seconds = 2

type Call = {
  what: string
  request: Request
  /** What the call does, to learn its statement from. */
  operation: (db: Kysely<DB>) => Promise<unknown>
  least: number
}

/** A call over HTTP, as JSON from the database, beside pgbench with the very statement that the call sends. */
export async function besideItsStatement(setting: Setting, call: Call): Promise<Finding> {
  await requirePgbench()
  const { url } = await setting.app()
  const database = await setting.database()
  const [query, ...others] = await queriesOf(database.pool, call.operation)
  if (!query || others.length > 0) throw new Error(`${call.what}: not one statement any more.`)
  const result = await compare(
    loadRound(url, call.request, { connections: clients, seconds }),
    pgbench(database.url, scriptOf(query), { clients, seconds }),
  )
  return ratioFinding(`${call.what} / pgbench, same statement`, result, { least: call.least, of: 'pgbench' })
}
