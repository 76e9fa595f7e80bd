import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { DatabaseError } from 'pg'
import { from } from 'pg-copy-streams'
import { onConnection } from '../database/database.ts'
import type { DB } from '../database/schema.ts'
import { removeEmptyFolder } from '../files/empty-folder.ts'
import { addJob } from '../jobs/sql.ts'
import { OperatorError } from '../operator-error.ts'
import { addKeyFile, readKeyFile } from '../secrets/key-file.ts'
import type { CalledJob, TakenTable } from './archive-format.ts'
import { notOfExtension, readAdmins, readSequences, readTables } from './catalog.ts'
import { refuseRunning } from './emptiness.ts'
import { isTaken } from './omitted.ts'
import type { PictureTransfer, ReadPictureBeside } from './pictures.ts'
import type { Entry, Inspected } from './read-archive.ts'

export type Load = {
  /** A connection in no transaction, of the account that owns the tables. */
  client: pg.Client
  inspected: Inspected
  /** The entries of {@link inspected}, each compared with its checksum as it is read. */
  entries: AsyncIterable<Entry>
  pictures: PictureTransfer
  /** The folder of the keys that no database holds. */
  keysDir: string
  /** Reads pictures that stand beside the archive, not in it. */
  readBeside: ReadPictureBeside
  /** Makes the partition of this name, as the program makes it; false where none of its tables has one. */
  ensurePartition: (db: Kysely<DB>, name: string) => Promise<boolean>
  report: (what: string, rows: number) => void
}

/**
 * Puts an archive's rows, jobs and pictures in place of all rows that the tables have, in one transaction: all or
 * nothing. The tables must be those of the archive's migration. Only values come from the archive: statements name
 * tables, columns, sequences and partitions as this program makes them. The table `restoring` stays as a mark that the
 * restore is not finished. Returns the number of rows. Throws OperatorError if the archive does not fit.
 *
 * Foreign keys are dropped and made again, which checks them: the tables' owner, who on a managed server is no
 * superuser, cannot switch them off. Unique keys and check constraints apply all the time. Triggers are off, since the
 * rows already include their effects.
 */
export async function loadArchive(load: Load): Promise<number> {
  const { client, inspected, entries, pictures, keysDir, readBeside, report } = load
  const { head, sums } = inspected
  // If the restore fails, only these are removed again: another installation may share the store, or the folder.
  const put: string[] = []
  const putKeys = createKeysPut(keysDir)
  let isAtCommit = false
  let all = 0
  await client.query(`begin; ${loadSettings}`)
  try {
    const columnsOf = await ownTables(load)
    const sequences = await ownSequences(load)
    const foreignKeys = await dropForeignKeys(client)
    const tables = await allTables(client)
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    await client.query(`truncate ${tables.filter((name) => !unchanged.includes(name)).join(', ')}`)

    const rows = new Map([...columnsOf.keys()].map((name) => [name, 0]))
    const keys: KeyEntry[] = []
    for await (const entry of entries) {
      if (entry.kind === 'rows') {
        const count = await copyRows(client, entry, columnsOf.get(entry.table))
        rows.set(entry.table, (rows.get(entry.table) ?? 0) + count)
        all += count
        report(entry.table, all)
      } else if (entry.kind === 'key') keys.push(entry)
      else if (entry.kind === 'jobs') await addJobs(client, entry.jobs)
      else if (entry.kind === 'picture') {
        if (await pictures.write(entry.name, entry.bytes)) put.push(entry.name)
        report('pictures', all)
      } else if (entry.kind === 'pictures beside') {
        for (const { name, sha256 } of entry.pictures) {
          if (await pictures.write(name, await readBeside(sha256))) put.push(name)
          report('pictures', all)
        }
      }
    }
    refuseOtherCounts(sums.rows, rows)
    await refuseOtherAdmins(client, head.admins)
    for (const { name, last, is_called } of sequences)
      await client.query('select setval($1::regclass, $2, $3)', [
        client.escapeIdentifier(name),
        last,
        is_called,
      ])
    report('foreign keys', all)
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${client.escapeIdentifier(name)} ${definition}`)
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    await refuseRunning(client)
    for (const key of keys) await putKeys.put(key)
    await client.query('update public.restoring set is_loaded = true')
    isAtCommit = true
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    // Where the answer to the commit was lost, the rows may be there, and need them.
    if (!isAtCommit || error instanceof DatabaseError) {
      await pictures.remove(put)
      await putKeys.remove()
    }
    throw error
  }
  await client.query('analyze')
  return all
}

type KeyEntry = Extract<Entry, { kind: 'key' }>

/** Puts keys in their place, and takes those away again that were not there before, with their folder. */
function createKeysPut(folder: string) {
  const put: string[] = []
  return {
    /** Throws OperatorError if another key lies there: whatever it encrypted would be lost. */
    async put({ file, bytes }: KeyEntry): Promise<void> {
      const place = path.join(folder, file)
      if (!(await readKeyFile(place))) {
        await addKeyFile(place, bytes)
        put.push(place)
      }
      if (!(await readKeyFile(place))?.equals(bytes))
        throw new OperatorError(`Another key lies at ${place}. Move it away, and restore again.`)
    },
    async remove(): Promise<void> {
      for (const place of put) await rm(place)
      await removeEmptyFolder(folder)
    },
  }
}

// Values are read as they were written, whatever the server's and the account's settings.
const loadSettings = `
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local maintenance_work_mem = '256MB'; set local jit = off`

/** Tables that keep their own rows in a restore. */
const unchanged = ['migrations', 'restoring']

/** Tables with rows and those divided into partitions, as they are written in a statement. */
async function allTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${notOfExtension('c.oid')}
    order by 1`)
  return rows.map(({ name }) => name)
}

/**
 * The columns of each table that the archive has rows of, as this database has them. Makes missing partitions. Throws
 * OperatorError if the archive names a table or column that no archive of its version has.
 */
async function ownTables({ client, inspected, ensurePartition }: Load): Promise<Map<string, string[]>> {
  const { head } = inspected
  const known = async () => new Map((await readTables(client)).map(({ name, columns }) => [name, columns]))
  const before = await known()
  for (const table of head.tables)
    if (!before.has(table.name) && !(await ensurePartition(onConnection(client), table.name)))
      throw unknownTable(table, head.migration)
  const here = await known()
  const own = new Map<string, string[]>()
  for (const table of head.tables) {
    const { name, columns } = table
    const isOurs =
      !unchanged.includes(name) &&
      isTaken(name, head.has_keys) &&
      columns.every((column) => here.get(name)?.includes(column))
    if (!isOurs || own.has(name)) throw unknownTable(table, head.migration)
    // In the order of the archive, which its rows follow.
    own.set(name, columns)
  }
  return own
}

const unknownTable = ({ name, columns }: TakenTable, migration: string) =>
  new OperatorError(
    `This archive has ${name} (${columns.join(', ')}) differently from an archive of ${migration}.`,
  )

/** The sequences of the archive; this database has all of them. */
async function ownSequences({ client, inspected }: Load) {
  const here = new Set((await readSequences(client)).map(({ name }) => name))
  const { sequences, migration } = inspected.head
  const other = sequences.find(({ name }) => !here.has(name))
  if (other)
    throw new OperatorError(`This archive has ${other.name}, which a database of ${migration} does not have.`)
  return sequences
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
  try {
    await pipeline(lines, stream)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new OperatorError(`The rows of ${table} in this archive do not fit: ${error.message}`, {
      cause: error,
    })
  }
  return stream.rowCount
}

/** Jobs are added by calls: the library's tables may be of another version. */
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

function refuseOtherCounts(written: Record<string, number>, rows: Map<string, number>): void {
  for (const [table, count] of rows)
    if (written[table] !== count)
      throw new OperatorError(
        `${table} has ${count} rows of ${written[table] ?? 'an unknown number'} that were written. Take another archive.`,
      )
}

/** The operator agreed to the restore after seeing these admins. */
async function refuseOtherAdmins(client: pg.Client, told: string[] | undefined): Promise<void> {
  const admins = await readAdmins(client)
  if (told && told.join() !== admins.join())
    throw new OperatorError(
      `This archive names ${told.join(', ') || 'none'} as its admins, but has ${admins.join(', ') || 'none'}.`,
    )
}
