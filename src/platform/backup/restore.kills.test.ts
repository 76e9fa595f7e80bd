import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { zstdCompressSync } from 'node:zlib'
import pg from 'pg'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson } from '../../../tests/harness/factories.ts'
import { ensurePartitionNamed } from '../../clicks/index.ts'
import { createMedia, createPictureTransfer } from '../../media/index.ts'
import { type Accounts, migrate } from '../database/migrate.ts'
import { type Head, pieceName, type Sums, sumsName } from './archive-format.ts'
import { markRestoring } from './emptiness.ts'
import { loadArchive } from './load.ts'
import type { PictureTransfer } from './pictures.ts'
import { inspectArchive, readArchive } from './read-archive.ts'
import { restoreArchive } from './restore.ts'
import { changed, type Entries, entriesOfDatabase, signedAnew, tarOf, withHead } from './testing/forge.ts'

let archive: Entries
beforeAll(async () => {
  const database = await createTestDatabase()
  await insertPerson(database.db)
  archive = await entriesOfDatabase(database.owner.address)
  await database.close()
})

function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-restore-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const noBucket = { bucket: undefined, region: 'us-east-1', endpoint: undefined, credentials: undefined }

const noPictures: PictureTransfer = {
  async *list() {},
  read: async () => null,
  write: async () => true,
  remove: async () => {},
}

/** What a restore is given besides the archive and the database. */
const rest = () => ({
  pictures: noPictures,
  keysDir: newFolder(),
  readBeside: async () => Buffer.alloc(0),
  ensurePartition: (db: Parameters<typeof ensurePartitionNamed>[0]['db'], name: string) =>
    ensurePartitionNamed({ db }, name),
  report: () => {},
})

/** Loads what somebody made of an archive, signed with a key that is trusted, into a database of its migration. */
async function load(client: pg.Client, entries: Entries, more: Partial<ReturnType<typeof rest>> = {}) {
  const bytes = tarOf(entries)
  const inspected = await inspectArchive(Readable.from([bytes]))
  return loadArchive({
    ...rest(),
    ...more,
    client,
    inspected,
    entries: readArchive(Readable.from([bytes]), inspected),
  })
}

describe('an archive that is signed by a trusted key, and evil nevertheless (decision 75)', () => {
  const forged = (change: (head: Head) => void, added: Record<string, Buffer> = {}) =>
    signedAnew(withHead(archive, change), { added })
  // One database for all: what is refused leaves nothing, and the last is none of those.
  let client: pg.Client
  beforeAll(async () => {
    const database = await createTestDatabase()
    client = new pg.Client(database.owner.address)
    await client.connect()
    await markRestoring(client, randomUUID())
    return async () => {
      await client.end()
      await database.close()
    }
  })
  const users = (head: Head) => head.tables.find(({ name }) => name === 'users') as Head['tables'][number]

  it.each<[string, () => Entries, RegExp]>([
    [
      'a table of no version',
      () => forged((head) => head.tables.push({ name: 'evil', columns: ['id'] })),
      /has evil \(id\) differently/,
    ],
    [
      'a table of the server',
      () => forged((head) => head.tables.push({ name: 'pg_authid', columns: ['rolname'] })),
      /has pg_authid/,
    ],
    [
      'the list of migrations',
      () => forged((head) => head.tables.push({ name: 'migrations', columns: ['name'] })),
      /has migrations/,
    ],
    [
      'the mark of the restore',
      () => forged((head) => head.tables.push({ name: 'restoring', columns: ['archive'] })),
      /has restoring/,
    ],
    [
      'keys that it says it has not',
      () => forged((head) => head.tables.push({ name: 'signing_keys', columns: ['id'] })),
      /has signing_keys/,
    ],
    ['a table twice', () => forged((head) => head.tables.push(users(head))), /has users/],
    ['a column of no version', () => forged((head) => users(head).columns.push('evil')), /has users .*evil/],
    [
      'a generated column or one of the server',
      () => forged((head) => users(head).columns.push('ctid')),
      /has users .*ctid/,
    ],
    [
      'a month that no calendar has',
      () => forged((head) => head.tables.push({ name: 'clicks_2026_13', columns: ['id'] })),
      /has clicks_2026_13/,
    ],
    [
      'a sequence of no version',
      () => forged((head) => head.sequences.push({ name: 'evil', last: '1', is_called: true })),
      /has evil/,
    ],
    [
      'rows of a table that it does not name',
      () => forged((head) => (head.tables = head.tables.filter(({ name }) => name !== 'users'))),
      /rows of users, which it does not name/,
    ],
    [
      'rows that do not fit',
      () => signedAnew(archive, { added: { [pieceName('users', 999_999)]: zstdCompressSync('\\N\n') } }),
      /rows of users in this archive do not fit/,
    ],
    [
      'other admins than it says',
      () => forged((head) => (head.admins = ['maya@folio.example'])),
      /names maya@folio.example as its admins, but has none/,
    ],
    [
      'another number of rows',
      () => signedAnew(changed<Sums>(archive, sumsName, ({ rows }) => (rows.users = 7))),
      /users has 1 rows of 7/,
    ],
  ])('is refused with %s, and nothing of it stays', async (_, make, words) => {
    await expect(load(client, make())).rejects.toThrow(words)
    expect((await client.query('select is_loaded from restoring')).rows).toEqual([{ is_loaded: false }])
    expect((await client.query('select from users')).rowCount).toBe(0)
  })

  it('takes no picture away that was there before', async () => {
    const added = { 'pictures/new.webp': Buffer.from('new'), 'pictures/old.webp': Buffer.from('old') }
    const removed: string[] = []
    const pictures: PictureTransfer = {
      ...noPictures,
      write: async (name: string) => name === 'new.webp',
      remove: async (names: string[]) => void removed.push(...names),
    }
    const evil = forged((head) => (head.admins = ['maya@folio.example']), added)
    await expect(load(client, evil, { pictures })).rejects.toThrow('as its admins, but has')
    expect(removed).toEqual(['new.webp'])
  })

  it('leaves the keys that were there, and none of its own', async () => {
    const folder = newFolder()
    const keysDir = path.join(folder, 'keys')
    const evil = signedAnew(archive, {
      added: { 'keys/checkpoints.key': Buffer.alloc(32, 1), 'keys/payout-details.key': Buffer.alloc(32, 2) },
    })
    mkdirSync(keysDir)
    writeFileSync(path.join(keysDir, 'payout-details.key'), Buffer.alloc(32, 3))
    await expect(load(client, evil, { keysDir })).rejects.toThrow('Another key lies at')
    expect(readdirSync(keysDir)).toEqual(['payout-details.key'])
  })

  it('leaves no folder that it made', async () => {
    const folder = newFolder()
    const added = {
      'keys/checkpoints.key': Buffer.alloc(32, 1),
      [`pictures/products/product-${randomUUID()}-1.webp`]: Buffer.from('one'),
      [`pictures/${randomUUID()}-1.webp`]: Buffer.from('two'),
    }
    const pictures = createPictureTransfer(
      createMedia({ filesDir: path.join(folder, 'files'), s3: noBucket }),
    )
    // The last statement fails, after all of it was put in its place.
    await client.query('alter table restoring rename to elsewhere')
    const evil = signedAnew(archive, { added })
    await expect(load(client, evil, { pictures, keysDir: path.join(folder, 'keys') })).rejects.toThrow(
      'restoring',
    )
    await client.query('alter table elsewhere rename to restoring')
    expect(readdirSync(folder)).toEqual([])
  })

  it('makes a partition as each month does, whatever it says of its bounds', async () => {
    const ran = `for values from (1) to (2); create table ran ()`
    const evil = withHead(archive, (head) => {
      Object.assign(head, { format: 1 })
      delete head.admins
      head.tables.push(
        Object.assign(
          { name: 'clicks_2019_02', columns: ['id'] },
          { partition: { of: 'users', bounds: ran } },
        ),
      )
    })
    const sums = changed<Sums>(evil, sumsName, ({ rows }) => (rows.clicks_2019_02 = 0))
    const unsigned = signedAnew(sums)
    unsigned.delete('signature.json')
    expect(await load(client, unsigned)).toBeGreaterThan(0)
    const { rows } = await client.query(
      `select pg_get_expr(relpartbound, oid) as bounds, to_regclass('ran') as ran from pg_class where relname = 'clicks_2019_02'`,
    )
    expect(rows).toEqual([
      { bounds: `FOR VALUES FROM ('2019-02-01 00:00:00+00') TO ('2019-03-01 00:00:00+00')`, ran: null },
    ])
  })
})

/** A database without anything in it, whose owner is a superuser, as that of the embedded server. */
async function bareDatabase() {
  const name = `bare_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...inject('server'), database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = { ...inject('server'), database: name }
  const client = new pg.Client(address)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role if exists ${name}`)
    await admin.end()
  })
  return { address, client, name }
}

const restore = (
  accounts: Accounts,
  entries: Entries,
  more: Partial<Parameters<typeof restoreArchive>[0]> = {},
) => {
  const open = async () => Readable.from([tarOf(entries)])
  return open()
    .then(inspectArchive)
    .then((inspected) =>
      restoreArchive({ ...rest(), accounts, inspected, open, finish: async () => {}, ...more }),
    )
}

/** An archive with a month that is missing: its partition is made within the transaction that loads. */
const withMonth = () =>
  signedAnew(
    changed<Sums>(
      withHead(archive, (head) => head.tables.push({ name: 'clicks_2019_02', columns: ['id'] })),
      sumsName,
      ({ rows }) => (rows.clicks_2019_02 = 0),
    ),
  )

const isMarked = async (client: pg.Client) =>
  (await client.query(`select to_regclass('public.restoring') is not null as there`)).rows[0].there as boolean

describe('a restore (docs/backup.md#restoring)', () => {
  it('works as an account without superuser, and nobody can start before its end', async () => {
    const { address, client } = await bareDatabase()
    const seen: unknown[] = []
    const start = () => migrate(address).catch((error: Error) => error.message)
    const { host, port, user, database } = address
    const connectionString = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    const { rows } = await restore({ address: { connectionString } }, withMonth(), {
      ensurePartition: async (db, name) => {
        const { rows } = await client.query(
          `select distinct rolsuper, rolcreaterole from pg_stat_activity join pg_roles on rolname = usename
           where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
        )
        seen.push(rows, await start())
        return ensurePartitionNamed({ db }, name)
      },
      finish: async () => void seen.push(await start()),
    })
    expect(rows).toBeGreaterThan(0)
    const refused = expect.stringContaining('A restore was not finished here')
    expect(seen).toEqual([[{ rolsuper: false, rolcreaterole: false }], refused, refused])
    expect(await isMarked(client)).toBe(false)
    expect(await start()).toEqual([])
    const { rows: owners } = await client.query(`
      select distinct pg_get_userbyid(relowner) as name from pg_class
      where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      union select pg_get_userbyid(datdba) from pg_database where datname = current_database()
      union select rolname from pg_roles where rolname = 'folio_restore_' || (select oid from pg_database where datname = current_database())`)
    expect(owners).toEqual([{ name: address.user }])
  })

  it('that fails leaves an empty database, and one that was killed begins again', async () => {
    const { address, client } = await bareDatabase()
    const evil = signedAnew(withHead(archive, (head) => (head.admins = ['eve@folio.example'])))
    await expect(restore({ address }, evil)).rejects.toThrow('as its admins, but has')
    const { rows } = await client.query(
      `select (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as tables,
        (select count(*)::int from pg_roles, pg_database
         where datname = current_database() and rolname = 'folio_restore_' || pg_database.oid) as accounts`,
    )
    expect(rows).toEqual([{ tables: 0, accounts: 0 }])
    // What a kill leaves before the rows are there.
    await markRestoring(client, randomBytes(16).toString('hex'))
    expect(await migrate(address).catch((error: Error) => error.message)).toContain(
      'A restore was not finished',
    )
    await restore({ address }, archive)
    expect(await isMarked(client)).toBe(false)
    expect((await client.query('select from users')).rowCount).toBe(1)
  })

  it('goes on where it was killed after its rows, with that archive alone', async () => {
    const { address, client } = await bareDatabase()
    const killed = restore({ address }, archive, {
      finish: async () => {
        throw new Error('killed')
      },
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await isMarked(client)).toBe(true)
    const other = signedAnew(withHead(archive, (head) => (head.id = '0193a5a0-0000-7000-8000-000000000000')))
    await expect(restore({ address }, other)).rejects.toThrow('A restore of another archive')
    expect(await restore({ address }, archive)).toMatchObject({ rows: null })
    expect(await isMarked(client)).toBe(false)
  })

  it('works alone: another waits, and then finds what it did', async () => {
    const { address, client } = await bareDatabase()
    let other: Promise<unknown> | undefined
    const first = restore({ address }, withMonth(), {
      ensurePartition: async (db, name) => {
        other = restore({ address }, archive).catch((error: Error) => error.message)
        return ensurePartitionNamed({ db }, name)
      },
    })
    expect((await first).rows).toBeGreaterThan(0)
    expect(await other).toMatch(/this database is not empty|Another restore is running/)
    expect((await client.query('select from users')).rowCount).toBe(1)
  })

  it('commits nothing while Folio is connected', async () => {
    const { address, client } = await bareDatabase()
    const beside = new pg.Client({ ...address, application_name: 'folio' })
    const loading = restore({ address }, withMonth(), {
      ensurePartition: async (db, name) => {
        await beside.connect()
        return ensurePartitionNamed({ db }, name)
      },
    })
    await expect(loading).rejects.toThrow('Folio is running on this database')
    await beside.end()
    expect((await client.query(`select to_regclass('users') as users`)).rows).toEqual([{ users: null }])
  })
})
