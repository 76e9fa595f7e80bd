import type { Readable } from 'node:stream'
import { connectAtStart } from '../database/connect.ts'
import type { DatabaseAddress } from '../database/database.ts'
import { type Accounts, knownMigrations, migrate, ownerOf, prepareDatabase } from '../database/migrate.ts'
import { OperatorError } from '../operator-error.ts'
import type { Head } from './archive-format.ts'
import { makeBare, refuseUsed } from './emptiness.ts'
import { loadArchive } from './load.ts'
import type { PictureTransfer, ReadPictureBeside } from './pictures.ts'
import { type Entry, readArchive } from './read-archive.ts'

type Restore = {
  /** The app's account, and that of the owner where it is another: all but `finish` is the owner's work. */
  accounts: Accounts
  source: Readable
  pictures: PictureTransfer
  keysDir: string
  /** Reads pictures that stand beside the archive, not in it. */
  readBeside: ReadPictureBeside
  /** What the slices do once all rows are there and the database is up to date. May be repeated. */
  finish: (head: Head) => Promise<void>
  report: (what: string, rows: number) => void
}

/** What was restored; `rows` is null where an earlier attempt had loaded them already. */
export type Restored = { head: Head; rows: number | null }

/**
 * Restores an archive into an empty installation, and brings it up to date (decision 75). Interrupted before its rows
 * are there, it leaves an empty database; after that, the same command goes on where it was. Throws OperatorError where
 * the installation is not empty or the archive cannot be used.
 */
export async function restoreArchive(restore: Restore): Promise<Restored> {
  const { accounts, source, finish } = restore
  const entries = readArchive(source)
  try {
    const head = await readHead(entries)
    const migrations = await knownMigrations()
    if (!migrations.includes(head.migration))
      throw new OperatorError(
        `This archive was made by a newer version of Folio (${head.migration}). Install that version, and restore with it.`,
      )
    const rows = await load({ ...restore, head, entries, migrations })
    await prepareDatabase(accounts, { isRestoring: true })
    await finish(head)
    await onOwnConnection(ownerOf(accounts), (client) => client.query('drop table restoring'))
    return { head, rows }
  } finally {
    await entries.return(undefined)
  }
}

async function readHead(entries: AsyncGenerator<Entry>): Promise<Head> {
  const { value } = await entries.next()
  if (value?.kind !== 'head') throw new OperatorError('This file is no backup of Folio.')
  return value.head
}

type Loading = Restore & {
  head: Head
  entries: AsyncIterable<Entry>
  migrations: string[]
}

async function load({ migrations, ...loading }: Loading): Promise<number | null> {
  const { accounts, head } = loading
  const address = ownerOf(accounts)
  const found = await onOwnConnection(address, async (client) => {
    const found = await refuseUsed(client, head.id, migrations)
    if (found === 'empty') await makeBare(client)
    return found
  })
  if (found === 'loaded') return null
  await migrate(address, { upTo: head.migration })
  return onOwnConnection(address, (client) => loadArchive({ ...loading, client }))
}

async function onOwnConnection<T>(
  address: DatabaseAddress,
  work: (client: Awaited<ReturnType<typeof connectAtStart>>) => Promise<T>,
): Promise<T> {
  const client = await connectAtStart(address)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
