import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { readTables } from '../../src/platform/backup/catalog.ts'
import { publicKeyText } from '../../src/platform/backup/signing.ts'
import { usualSize } from '../data/size.ts'
import { atMost, type Finding, megabytes, seconds, times, whole } from '../report.ts'
import { type Ran, runCommand } from '../stage/commands.ts'
import { createBenchDatabase, onServer } from '../stage/database.ts'
import type { Setting } from '../stage/setting.ts'

const mostBytes = 320e6
const signingKey = Buffer.alloc(32, 1)

/**
 * How long a backup and its restore take with a million clicks, and their memory, beside a plain COPY of all the rows
 * into tables with the same indexes, of the same server. Each is done once.
 */
export async function backupFigure({ isSmall }: Setting): Promise<Finding[]> {
  const database = await createBenchDatabase({ ...usualSize, clicks: isSmall ? 10_000 : 1_000_000 })
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-bench-backup-'))
  const restored = `${new URL(database.url).pathname.slice(1)}_restored`
  try {
    const { rows, ms: copyMs } = await copyAll(database.url)
    const file = path.join(folder, 'folio.tar')
    const env = { DATA_DIR: folder, BACKUP_SIGNING_KEY: signingKey.toString('base64') }
    const backup = await runCommand('backup', [file], { DATABASE_URL: database.url, ...env })
    await onServer(database.url, `create database ${restored}`)
    const target = new URL(database.url)
    target.pathname = `/${restored}`
    const restore = await runCommand('restore', [file, '--trust', publicKeyText(signingKey)], {
      DATABASE_URL: target.href,
      ...env,
    })
    return [
      {
        what: `plain COPY of ${whole(rows)} rows`,
        measured: seconds(copyMs),
        target: null,
        met: null,
      },
      ...findings('backup', backup, copyMs, ` ${megabytes(statSync(file).size)} of archive.`),
      ...findings('restore, verified', restore, copyMs, ''),
    ]
  } finally {
    await onServer(database.url, `drop database if exists ${restored} with (force)`).catch(() => {})
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const findings = (what: string, { ms, peak }: Ran, copyMs: number, more: string): Finding[] => [
  {
    what: `${what} / plain COPY`,
    measured: times(ms / copyMs),
    target: null,
    met: null,
    detail: `${seconds(ms)}.${more}`,
  },
  { what: `${what}, largest memory`, measured: megabytes(peak), ...atMost(mostBytes, peak, megabytes) },
]

/** Copies every table into one like it in another schema, over two connections. */
async function copyAll(url: string): Promise<{ rows: number; ms: number }> {
  const [source, target] = [
    new pg.Client({ connectionString: url }),
    new pg.Client({ connectionString: url }),
  ]
  await Promise.all([source.connect(), target.connect()])
  try {
    const tables = await readTables(source)
    await target.query('create schema copied')
    for (const { name } of tables)
      await target.query(`create table copied."${name}" (like public."${name}" including all)`)
    const began = performance.now()
    let rows = 0
    for (const { name, columns } of tables) {
      const list = columns.map((column) => `"${column}"`).join(', ')
      const written = target.query(from(`copy copied."${name}" (${list}) from stdin`))
      await pipeline(source.query(to(`copy public."${name}" (${list}) to stdout`)), written)
      rows += written.rowCount
    }
    const ms = performance.now() - began
    await target.query('drop schema copied cascade')
    return { rows, ms }
  } finally {
    await Promise.all([source.end(), target.end()])
  }
}
