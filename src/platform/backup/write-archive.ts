import { createHash, randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { pack as createPack, type Pack } from 'tar-stream'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { onConnection } from '../database/database.ts'
import { sqlState } from '../database/errors.ts'
import { selectWaitingJobs } from '../jobs/sql.ts'
import { OperatorError } from '../operator-error.ts'
import { readKeyFiles } from '../secrets/key-file.ts'
import {
  formatVersion,
  type Head,
  headName,
  isTakenKey,
  jobsName,
  keyEntry,
  kindOf,
  maxBytes,
  type PicturesList,
  picturesFolder,
  picturesListName,
  pieceName,
  type Sums,
  schemas,
  signatureName,
  sumsName,
  type TakenTable,
} from './archive-format.ts'
import { readAdmins, readSequences, readTables } from './catalog.ts'
import { isTaken } from './omitted.ts'
import type { PicturesBeside, PictureTransfer } from './pictures.ts'
import { piecesOf } from './pieces.ts'
import { publicKeyText, signSums } from './signing.ts'

type Backup = {
  /** A connection of its own, in no transaction. */
  client: pg.Client
  pictures: PictureTransfer
  /** Set where pictures are stored beside the archive, once for all archives there. */
  beside?: PicturesBeside | undefined
  withKeys: boolean
  /** The folder of the keys that lie beside the database. */
  keysDir: string
  /** The 32 bytes of the key that signs the archive. */
  signingKey: Buffer
  /** Where the archive's bytes go; ended when it is complete. */
  sink: Writable
  signal: AbortSignal
  /** Called now and then with what is being written and the bytes so far. */
  report: (what: string, bytes: number) => void
}

/** The result: the archive's rows, the pictures missing in the store, its time, and the key that signed it. */
export type Written = {
  id: string
  madeAt: string
  rows: number
  pictures: number
  missing: string[]
  signedBy: string
}

/**
 * Writes everything that an installation needs from one snapshot of its database, beside the running app. The database
 * is read as it is, without bringing it up to date first. Throws OperatorError if there is nothing to back up.
 */
export async function writeArchive(backup: Backup): Promise<Written> {
  const { client, sink, signal } = backup
  const tables = await beginSnapshot(client, backup.withKeys)
  const pack = createPack()
  const writing = pipeline(pack, sink, { signal })
  // Awaited below; a failure in between must not count as unhandled.
  writing.catch(() => {})
  try {
    const written = await writeEntries(backup, { pack, writing }, tables)
    pack.finalize()
    await writing
    return written
  } catch (error) {
    pack.destroy()
    await writing.catch(() => {})
    throw error
  } finally {
    await client.query('rollback')
  }
}

// Values are written so that any server reads them the same, whatever the server's and the account's settings.
const snapshotSettings = `
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`

/**
 * Begins the snapshot and locks its tables against being dropped. If a table disappears between the two, such as that
 * of an import, another attempt is necessary.
 */
async function beginSnapshot(client: pg.Client, withKeys: boolean, attempts = 5): Promise<TakenTable[]> {
  await client.query(`begin isolation level repeatable read, read only; ${snapshotSettings}`)
  try {
    await refuseUnfinished(client)
    const tables = (await readTables(client)).filter(({ name }) => isTaken(name, withKeys))
    const names = tables.map(({ name }) => client.escapeIdentifier(name)).join(', ')
    await client.query(
      `lock table ${names} in access share mode; select pg_advisory_xact_lock_shared(${advisoryLocks.backup})`,
    )
    return tables
  } catch (error) {
    await client.query('rollback')
    if (sqlState(error) !== undefinedTable || attempts === 1) throw error
    return beginSnapshot(client, withKeys, attempts - 1)
  }
}

const undefinedTable = '42P01'

async function refuseUnfinished(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select to_regclass('public.migrations') is not null as exists, to_regclass('public.restoring') is not null as restoring`,
  )
  if (!rows[0].exists)
    throw new OperatorError('There is nothing to back up yet: Folio has not been started here.')
  if (rows[0].restoring)
    throw new OperatorError(
      'A restore was not finished here. Run npm run restore with its archive again first.',
    )
}

/** Adds an entry to the archive. */
type Add = (name: string, bytes: Buffer) => Promise<void>

async function writeEntries(
  backup: Backup,
  { pack, writing }: { pack: Pack; writing: Promise<void> },
  tables: TakenTable[],
): Promise<Written> {
  const { client, report, signal } = backup
  const sums: Sums = { entries: {}, rows: {}, missing_pictures: [] }
  let written = 0
  let entries = 0
  const add: Add = async (name, bytes) => {
    signal.throwIfAborted()
    refuseTooLarge(name, bytes, entries)
    entries += 1
    sums.entries[name] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    await Promise.race([addEntry(pack, name, bytes), writing])
    written += bytes.length
    report(name.split('/').slice(0, 2).join('/'), written)
  }
  const addJson = (name: string, value: unknown) => add(name, Buffer.from(JSON.stringify(value, null, 1)))

  const head = await readHead(backup, tables)
  await addJson(headName, head)
  for (const table of tables) sums.rows[table.name] = await addRows(client, table, add)
  if (backup.withKeys)
    for (const { file, key } of await readKeyFiles(backup.keysDir))
      if (isTakenKey(file)) await add(keyEntry(file), key)
  await addJson(jobsName, await selectWaitingJobs(onConnection(client)))
  const { count, missing } = await addPictures(backup, add)
  sums.missing_pictures = missing
  const summed = Buffer.from(JSON.stringify(sums, null, 1))
  await add(sumsName, summed)
  await addJson(signatureName, signSums(summed, backup.signingKey))
  const rows = Object.values(sums.rows).reduce((sum, of) => sum + of, 0)
  return {
    id: head.id,
    madeAt: head.made_at,
    rows,
    pictures: count,
    missing,
    signedBy: publicKeyText(backup.signingKey),
  }
}

/** An entry that a restore would refuse is not written. */
function refuseTooLarge(name: string, bytes: Buffer, entries: number): void {
  const is = kindOf(name)
  if (!is) throw new OperatorError(`${name} may not be in an archive.`)
  if (bytes.length > maxBytes(is.kind, entries))
    throw new OperatorError(`${name} is larger than an archive may hold: ${bytes.length} bytes.`)
}

/** Adds an entry; resolves when it was taken, so that only one is in memory at a time. */
const addEntry = (pack: Pack, name: string, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    pack
      .entry({ name, size: bytes.length, mode: 0o600 }, (error) => (error ? reject(error) : resolve()))
      .end(bytes)
  })

async function readHead({ client, withKeys, beside }: Backup, tables: TakenTable[]): Promise<Head> {
  const { rows } = await client.query<Pick<Head, 'migration' | 'baseline' | 'postgres'> & { made_at: Date }>(`
    select (select name from migrations order by id limit 1) as baseline,
      (select name from migrations order by id desc limit 1) as migration,
      current_setting('server_version') as postgres, now() as made_at`)
  const [{ made_at, ...made }] = rows as [(typeof rows)[number]]
  return schemas.head.parse({
    format: formatVersion,
    id: randomUUID(),
    made_at: made_at.toISOString(),
    ...made,
    has_keys: withKeys,
    admins: await readAdmins(client),
    pictures: beside ? 'beside' : 'within',
    tables,
    sequences: await readSequences(client),
  } satisfies Head)
}

/** Adds the pictures that the snapshot refers to, or stores those that are missing beside the archive. */
async function addPictures({ client, pictures, beside }: Backup, add: Add) {
  const missing: string[] = []
  const stored: PicturesList = []
  let count = 0
  for await (const name of pictures.list(onConnection(client))) {
    const bytes = await pictures.read(name)
    if (!bytes) {
      missing.push(name)
      continue
    }
    count += 1
    if (!beside) await add(picturesFolder + name, bytes)
    else stored.push({ name, sha256: await beside.store(bytes) })
  }
  if (beside) await add(picturesListName, Buffer.from(JSON.stringify(stored)))
  return { count, missing }
}

/** Adds the rows of a table, piece by piece. Returns how many there are. */
async function addRows(client: pg.Client, { name, columns }: TakenTable, add: Add): Promise<number> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const copied = client.query(to(`copy ${client.escapeIdentifier(name)} (${list}) to stdout`))
  let rows = 0
  let number = 0
  for await (const piece of piecesOf(copied)) {
    number += 1
    rows += piece.rows
    await add(pieceName(name, number), piece.bytes)
  }
  return rows
}
