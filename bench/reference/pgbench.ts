import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { CannotMeasure } from '../report.ts'
import type { Round } from './compare.ts'

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
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}
