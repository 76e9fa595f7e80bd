import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { onConnection } from '../database/database.ts'
import { addJob } from '../jobs/sql.ts'
import { OperatorError } from '../operator-error.ts'
import { addKeyFile, readKeyFile } from '../secrets/key-file.ts'
import type { CalledJob, Head, Sums } from './archive-format.ts'
import { notOfExtension, readTables } from './catalog.ts'
import type { PictureTransfer, ReadPictureBeside } from './pictures.ts'
import type { Entry } from './read-archive.ts'

type Load = {
  /** A connection in no transaction, of the account that owns the tables. */
  client: pg.Client
  head: Head
  /** What follows the head. */
  entries: AsyncIterable<Entry>
  pictures: PictureTransfer
  /** Where keys lie that no database holds. */
  keysDir: string
  /** Reads pictures that stand beside the archive, not in it. */
  readBeside: ReadPictureBeside
  report: (what: string, rows: number) => void
}

/**
 * Puts an archive's rows, jobs and pictures in place of all rows that the tables have, in one transaction: everything,
 * or nothing. The tables must be those of the archive's migration. The table `restoring` stays as a mark that the
 * restore is not finished. Returns the number of rows. Throws OperatorError where the archive does not fit.
 *
 * Foreign keys are taken away and made again, which checks them: the owner of tables, who on a managed server is no
 * superuser, cannot switch them off. Unique keys and check constraints hold all the time. Triggers are off, since the
 * rows are what they have made already.
 */
export async function loadArchive(load: Load): Promise<number> {
  const { client, head, entries, pictures, keysDir, readBeside, report } = load
  const put: string[] = []
  await client.query(`begin; ${loadSettings}`)
  try {
    await client.query('create table restoring (archive uuid not null)')
    await client.query('insert into restoring values ($1)', [head.id])
    await makePartitions(client, head)
    await refuseOtherTables(client, head)
    const foreignKeys = await dropForeignKeys(client)
    const tables = await allTables(client)
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    await client.query(`truncate ${tables.filter((name) => !unchanged.includes(name)).join(', ')}`)

    const columnsOf = new Map(head.tables.map(({ name, columns }) => [name, columns]))
    const rows: Sums['rows'] = Object.fromEntries(head.tables.map(({ name }) => [name, 0]))
    let sums: Sums | undefined
    let all = 0
    for await (const entry of entries) {
      if (entry.kind === 'rows') {
        const count = await copyRows(client, entry, columnsOf.get(entry.table))
        rows[entry.table] = (rows[entry.table] ?? 0) + count
        all += count
        report(entry.table, all)
      } else if (entry.kind === 'key') await putKey(keysDir, entry)
      else if (entry.kind === 'jobs') await addJobs(client, entry.jobs)
      else if (entry.kind === 'picture') {
        put.push(entry.name)
        await pictures.write(entry.name, entry.bytes)
        report('pictures', all)
      } else if (entry.kind === 'pictures beside') {
        for (const { name, sha256 } of entry.pictures) {
          put.push(name)
          await pictures.write(name, await readBeside(sha256))
          report('pictures', all)
        }
      } else if (entry.kind === 'sums') sums = entry.sums
    }
    refuseOtherCounts(sums, rows)
    for (const { name, last, is_called } of head.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [
        client.escapeIdentifier(name),
        last,
        is_called,
      ])
    report('foreign keys', all)
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${client.escapeIdentifier(name)} ${definition}`)
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
    await client.query('analyze')
    return all
  } catch (error) {
    await client.query('rollback').catch(() => {})
    await pictures.remove(put)
    throw error
  }
}

/** Puts a key in its place. Throws OperatorError where another one lies there: what it encrypted would be lost. */
async function putKey(folder: string, { file, bytes }: Extract<Entry, { kind: 'key' }>): Promise<void> {
  const place = path.join(folder, file)
  await addKeyFile(place, bytes)
  if (!(await readKeyFile(place))?.equals(bytes))
    throw new OperatorError(`Another key lies at ${place}. Move it away, and restore again.`)
}

// Values are read as they were written, whatever the server and the account say.
const loadSettings = `
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local maintenance_work_mem = '256MB'; set local jit = off`

/** Tables whose rows are this database's own. */
const unchanged = ['migrations', 'restoring']

/** Tables with rows and those divided into partitions, as they are written in a statement. */
async function allTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${notOfExtension('c.oid')}
    order by 1`)
  return rows.map(({ name }) => name)
}

/** Makes the partitions that the archive has and the migrations did not make. */
async function makePartitions(client: pg.Client, { tables }: Head): Promise<void> {
  for (const { name, partition } of tables) {
    if (!partition) continue
    const { rows } = await client.query(`select to_regclass($1) is not null as exists`, [
      client.escapeIdentifier(name),
    ])
    if (!rows[0].exists)
      await client.query(
        `create table ${client.escapeIdentifier(name)} partition of ${client.escapeIdentifier(partition.of)} ${partition.bounds}`,
      )
  }
}

async function refuseOtherTables(client: pg.Client, head: Head): Promise<void> {
  const here = new Map((await readTables(client)).map((table) => [table.name, new Set(table.columns)]))
  for (const { name, columns } of head.tables) {
    const missing = columns.filter((column) => !here.get(name)?.has(column))
    if (missing.length > 0)
      throw new OperatorError(
        `This archive has ${name} (${missing.join(', ')}), which a database of ${head.migration} has not.`,
      )
  }
}

type ForeignKey = { table: string; name: string; definition: string }

async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
    order by 1, 2`)
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`)
  return rows
}

async function copyRows(
  client: pg.Client,
  { table, lines }: Extract<Entry, { kind: 'rows' }>,
  columns: string[] | undefined,
): Promise<number> {
  if (!columns) throw new OperatorError(`This archive has rows of ${table}, which it does not name.`)
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const stream = client.query(from(`copy ${client.escapeIdentifier(table)} (${list}) from stdin`))
  await pipeline(Readable.from([lines]), stream)
  return stream.rowCount
}

/** Jobs come as calls: the tables of the library may be of another version. */
async function addJobs(client: pg.Client, jobs: CalledJob[]): Promise<void> {
  for (const { name, payload, run_at, key, attempts_left } of jobs)
    await addJob(onConnection(client), {
      name,
      payload,
      key: key ?? undefined,
      runAt: new Date(run_at),
      maxAttempts: attempts_left,
    })
}

function refuseOtherCounts(sums: Sums | undefined, rows: Sums['rows']): void {
  for (const [table, count] of Object.entries(rows))
    if (sums?.rows[table] !== count)
      throw new OperatorError(
        `${table} has ${count} rows of ${sums?.rows[table] ?? 'an unknown number'} that were written. Take another archive.`,
      )
}
