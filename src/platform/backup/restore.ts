import type { Readable } from 'node:stream'
import type pg from 'pg'
import { advisoryLocks } from '../database/advisory-locks.ts'
import { connectAtStart } from '../database/connect.ts'
import type { DatabaseAddress } from '../database/database.ts'
import { sqlState } from '../database/errors.ts'
import { type Accounts, migrate, ownerOf, prepareDatabase } from '../database/migrate.ts'
import { knownMigrations, standingOf } from '../database/migrations/standing.ts'
import { OperatorError } from '../operator-error.ts'
import type { Head } from './archive-format.ts'
import { dropMark, makeBare, markRestoring, refuseRunning, refuseUsed } from './emptiness.ts'
import { type Load, loadArchive } from './load.ts'
import { findPlainOwner, handOver, makePlainOwner } from './plain-owner.ts'
import { type Inspected, readArchive } from './read-archive.ts'

type Restore = Omit<Load, 'client' | 'entries'> & {
  /** The app's account, and the owner's if that is another: everything but `finish` runs as the owner. */
  accounts: Accounts
  /** The archive as inspected before, with a valid signature. */
  inspected: Inspected
  /** Opens the archive again, from its beginning. */
  open: () => Promise<Readable>
  /** What the slices do once all rows are there and the database is up to date. Safe to repeat. */
  finish: (head: Head) => Promise<void>
}

/**
 * The result; `rows` is null if an earlier attempt had already loaded them. `updateMs` is how long it took to bring the
 * loaded rows up to date.
 */
export type Restored = { rows: number | null; updateMs: number }

/**
 * Restores an archive into an empty installation, and brings it up to date (decision 75). From the first statement to
 * the last the database is marked, and no program starts on it. A failure before its rows are committed leaves an empty
 * database. After a kill the same command begins again or continues where it was. Throws OperatorError if the
 * installation is not empty or the archive cannot be used.
 */
export async function restoreArchive(restore: Restore): Promise<Restored> {
  const migrations = await knownMigrations()
  const upTo = migrationOf(restore.inspected.head, migrations)
  return onConnectionOf(ownerOf(restore.accounts), async (client) => {
    await lockRestoring(client)
    return restoreAlone(restore, { migrations, upTo })
  })
}

/** The migration whose tables an archive has. Throws OperatorError if this version does not know them. */
function migrationOf({ baseline, migration }: Head, migrations: string[]): string {
  const standing = standingOf(baseline ? [baseline, migration] : [migration], migrations)
  if (standing.is === 'newer')
    throw new OperatorError(
      `This archive was made by a newer version of Folio (${migration}). Install that version, and restore with it.`,
    )
  if (standing.is === 'older')
    throw new OperatorError(
      `This archive was made by an older version of Folio (${migration}), from which this one cannot continue. Restore it ` +
        'with commit 16b21ee3, and continue there with this version: docs/operating.md#from-before-the-baseline.',
    )
  return migrations[standing.done - 1] as string
}

/**
 * Lets one restore at a time work on the database, until the connection ends; the connection of a killed one gets a
 * moment to end.
 */
async function lockRestoring(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = '10s'`)
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.restoring]).catch((error: unknown) => {
    throw sqlState(error) === lockTimedOut
      ? new OperatorError('Another restore is running on this database. Wait for its end.')
      : error
  })
}

const lockTimedOut = '55P03'

type Steps = { migrations: string[]; upTo: string }

async function restoreAlone(restore: Restore, { migrations, upTo }: Steps): Promise<Restored> {
  const { accounts, inspected, finish } = restore
  const { head } = inspected
  const owner = ownerOf(accounts)
  const { found, plainOwner } = await onConnectionOf(owner, (client) =>
    begin(client, owner, { head, migrations }),
  )
  const rows = found === 'loaded' ? null : await load(restore, { owner, plainOwner, upTo })
  const began = performance.now()
  await migrate(plainOwner, { isRestoring: true })
  await onConnectionOf(owner, handOver)
  await prepareDatabase(accounts, { isRestoring: true })
  const updateMs = performance.now() - began
  await finish(head)
  await onConnectionOf(owner, dropMark)
  return { rows, updateMs }
}

/** Checks what the database has, and marks it if it has nothing to lose. */
async function begin(
  client: pg.Client,
  owner: DatabaseAddress,
  { head, migrations }: { head: Head; migrations: string[] },
) {
  await client.query('begin')
  // No program that starts meanwhile brings the database up to date between the check and the mark.
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.migrating])
  const found = await refuseUsed(client, head.id, migrations)
  if (found === 'loaded') {
    const plainOwner = await findPlainOwner(client, owner)
    await client.query('commit')
    return { found, plainOwner }
  }
  await makeBare(client)
  await markRestoring(client, head.id)
  const plainOwner = await makePlainOwner(client, owner)
  await client.query('commit')
  return { found, plainOwner }
}

async function load(
  restore: Restore,
  { owner, plainOwner, upTo }: { owner: DatabaseAddress; plainOwner: DatabaseAddress; upTo: string },
): Promise<number> {
  const { inspected, open } = restore
  try {
    await migrate(plainOwner, { upTo, isRestoring: true })
    const entries = readArchive(await open(), inspected)
    return await onConnectionOf(plainOwner, async (client) => {
      // A program that started just before the mark was made would work on the loaded rows.
      await refuseRunning(client)
      return await loadArchive({ ...restore, client, entries })
    })
  } catch (error) {
    // If that fails, the mark stays.
    await onConnectionOf(owner, leaveBare).catch(() => {})
    throw error
  }
}

/** Leaves an empty database, unless the rows were committed after all. */
async function leaveBare(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select is_loaded from public.restoring')
  if (rows[0]?.is_loaded) return
  await client.query('begin')
  await makeBare(client)
  await handOver(client)
  await client.query('commit')
}

async function onConnectionOf<T>(
  address: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectAtStart(address)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
