import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { prepareSession } from '../../src/orders/imports/effect-sql.ts'
import { mergeStatements } from '../../src/orders/imports/merge-sql.ts'
import { stagingTable } from '../../src/orders/imports/reports/sql.ts'
import { reportedColumns } from '../../src/orders/imports/reports/staging-sql.ts'
import { combineRows } from '../../src/orders/imports/staged-sql.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import type { DB } from '../../src/platform/database/schema.ts'
import { CannotMeasure } from '../report.ts'
import { onServer } from '../stage/database.ts'

const run = promisify(execFile)

/**
 * What psql takes, in milliseconds, to copy rows that need no reading into a staging table, and to merge them by the
 * statements that the app sends: in an empty database of its own on the same server, removed afterwards.
 */
export async function importByPsql(url: string, file: string): Promise<{ copyMs: number; upsertMs: number }> {
  await run('psql', ['--version']).catch(() => {
    throw new CannotMeasure('psql is missing. On Debian and Ubuntu: apt-get install postgresql-client.')
  })
  const name = `folio_psql_${randomUUID().slice(0, 8)}`
  const own = new URL(url)
  own.pathname = `/${name}`
  await onServer(url, `create database ${name}`)
  try {
    await migrate({ connectionString: own.href })
    const id = randomUUID()
    const table = stagingTable(id)
    await onServer(
      own.href,
      `create table ${table} (like import_staging including all);
       insert into import_batches (id, state, format, file_hash, marketplace, report_as_of, created_at, merged_at)
       values ('${id}', 'staged', 'folio_csv', sha256('psql'), 'us', now(), now(), now())`,
    )
    const copyMs = await timed(own.href, [
      `\\copy ${table} (line, order_item_id, ${reportedColumns.join(', ')}) from '${file}' with (format csv)`,
      `analyze ${table}`,
    ])
    await combine(own.href, id)
    const merge = mergeStatements(id, {
      format: 'folio_csv',
      isNewest: true,
      hasReturns: true,
      hasCreators: false,
    })
    const upsertMs = await timed(own.href, ['begin', prepareSession, ...merge, 'commit'])
    return { copyMs, upsertMs }
  } finally {
    await onServer(url, `drop database if exists ${name} with (force)`)
  }
}

/** Sets for each return what came back, as the app does while it reads: the merge expects it. */
async function combine(url: string, importId: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    await combineRows(db, importId)
  } finally {
    await db.destroy()
  }
}

/** Has psql do these one after the other, in one session. */
async function timed(url: string, commands: string[]): Promise<number> {
  const began = performance.now()
  const each = commands.flatMap((command) => ['-c', command])
  await run('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', ...each, url])
  return performance.now() - began
}
