import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import type { DB } from '../../src/platform/database/schema.ts'
import { load, type Request, rateRound } from '../load/load.ts'
import { CannotMeasure, type Finding } from '../report.ts'
import type { Setting } from '../stage/setting.ts'
import { compare, type Round, ratioFinding } from './compare.ts'
import { queriesOf } from './queries.ts'

const run = promisify(execFile)

/** Throws when pgbench is not installed, saying how to get it. */
export async function requirePgbench(): Promise<void> {
  await run('pgbench', ['--version']).catch(() => {
    throw new CannotMeasure(
      'pgbench is missing. On Debian and Ubuntu: apt-get install postgresql-contrib postgresql-client; ' +
        'on macOS: brew install libpq and put its bin folder into PATH.',
    )
  })
}

/** Rounds of pgbench with a script: each runs it as often as `clients` connections can in `seconds`. */
export function pgbench(
  url: string,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Round {
  return async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'folio-pgbench-'))
    const file = path.join(folder, 'script.sql')
    writeFileSync(file, script)
    try {
      const args = ['--no-vacuum', '-f', file, '-c', String(clients), '-j', '2', '-T', String(seconds), url]
      const { stdout } = await run('pgbench', args)
      const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
      if (!rate) throw new Error(`pgbench gave no rate:\n${stdout}`)
      return Number(rate)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

/** The text of a query with its parameters written into it, as a script for pgbench. */
export function scriptOf({ sql, parameters }: CompiledQuery): string {
  const text = sql.replaceAll(/\$(\d+)/g, (_, number) => literal(parameters[Number(number) - 1]))
  return `${text.replaceAll(/\s+/g, ' ')};\n`
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

const clients = 16
const seconds = 2

type Call = {
  what: string
  request: Request
  /** Makes the call once, so that its statements can be recorded. */
  operation: (db: Kysely<DB>) => Promise<unknown>
  least: number
}

/** A call over HTTP, as JSON from the database, beside pgbench with the same statements that the call sends. */
export async function besideItsStatements(setting: Setting, call: Call): Promise<Finding> {
  await requirePgbench()
  const { url } = await setting.app()
  const database = await setting.database()
  const queries = await queriesOf(database.pool, call.operation)
  const result = await compare(
    rateRound(() => load(url, call.request, { connections: clients, seconds })),
    pgbench(database.url, queries.map(scriptOf).join(''), { clients, seconds }),
  )
  const same = queries.length === 1 ? 'same statement' : `same ${queries.length} statements`
  return ratioFinding(`${call.what} / pgbench, ${same}`, result, { least: call.least, of: 'pgbench' })
}
