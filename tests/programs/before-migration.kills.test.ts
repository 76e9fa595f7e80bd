import { cpSync, createReadStream, existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { inspectArchive } from '../../src/platform/backup/read-archive.ts'
import { backUpBefore } from '../../src/platform/backup/scheduled.ts'
import { ManualClock } from '../../src/platform/clock.ts'
import { explainError } from '../../src/platform/command.ts'
import { migrate, prepareDatabase } from '../../src/platform/database/migrate.ts'
import { baseline, databaseFolder, knownMigrations } from '../../src/platform/database/migrations/standing.ts'
import { createLog } from '../../src/platform/log.ts'
import { createOwnedDatabase } from '../harness/database.ts'
import { newFolder, signing } from '../harness/empty-installation.ts'
import { runCommand, startFolio, startRefused, urlOf } from '../harness/process.ts'

/** A database as an earlier version left it, whose newest migration is the baseline. */
async function earlier() {
  const database = await createOwnedDatabase('template1')
  onTestFinished(() => database.close())
  await migrate(database.address, { upTo: baseline })
  return database
}

const archivesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tar')) : []

it('a start that migrates makes a backup before it, and says what ran; another start does neither', async () => {
  const database = await earlier()
  const dataDir = newFolder()
  const backups = path.join(dataDir, 'backups')
  const env = { DATABASE_URL: urlOf(database), BACKUP_BEFORE_MIGRATION: 'on', LOG_LEVEL: 'info', ...signing }
  const folio = await startFolio(dataDir, env)
  await folio.end('SIGTERM')
  const [archive = '', ...others] = archivesIn(backups)
  expect(others).toEqual([])
  const { head } = await inspectArchive(createReadStream(path.join(backups, archive)))
  expect(head.migration).toBe(baseline)
  const lines =
    folio
      .output()
      .match(/^\{.*\}$/gm)
      ?.map((line) => JSON.parse(line)) ?? []
  const migrated = lines.filter(({ msg }) => msg === 'migrated')
  expect(migrated.map(({ migration }) => migration)).toEqual((await knownMigrations()).slice(1))
  expect(migrated.every(({ ms }) => Number.isInteger(ms))).toBe(true)

  const again = await startFolio(dataDir, env)
  await again.end('SIGTERM')
  expect(archivesIn(backups)).toEqual([archive])
  expect(again.output()).not.toContain('"migrated"')
})

it('a start migrates nothing where that backup cannot be made', async () => {
  const database = await earlier()
  const dataDir = newFolder()
  const place = path.join(newFolder(), 'file')
  writeFileSync(place, '')
  const { code, err } = await startRefused({
    ...{ DATABASE_URL: urlOf(database), DATA_DIR: dataDir, PORT: '0', BACKUP_TO: place },
    ...{ BACKUP_BEFORE_MIGRATION: 'on', ...signing },
  })
  expect(code).toBe(1)
  expect(err).toMatch(
    /^The database needs an update, and no backup could be made before it: Cannot write into .*file.* BACKUP_BEFORE_MIGRATION=off /,
  )
  expect((await database.pool.query('select name from migrations')).rows).toEqual([{ name: baseline }])
})

it('a command of a new version migrates nothing, and says what does', async () => {
  const database = await earlier()
  const { code, err } = await runCommand('verify', database)
  expect(code).toBe(1)
  expect(err).toMatch(/^The database is of an earlier version of Folio\. Start Folio first,/)
  expect((await database.pool.query('select name from migrations')).rows).toEqual([{ name: baseline }])
})

it('a start that fails once its migrations are committed leaves the backup', async () => {
  const database = await earlier()
  const dataDir = newFolder()
  // The jobs' own tables come after Folio's; their library cannot make them beside this one.
  await database.pool.query('drop schema if exists graphile_worker cascade')
  await database.pool.query('create schema graphile_worker create table migrations (wrong int)')
  const { code } = await startRefused({
    ...{ DATABASE_URL: urlOf(database), DATA_DIR: dataDir, PORT: '0' },
    ...{ BACKUP_BEFORE_MIGRATION: 'on', ...signing },
  })
  expect(code).toBe(1)
  expect((await database.pool.query('select name from migrations')).rows.length).toBeGreaterThan(1)
  expect(archivesIn(path.join(dataDir, 'backups'))).toHaveLength(1)
})

it('a start whose embedded database ends over a full disk says so, though all it knows is a lost connection', async () => {
  const { address } = await earlier()
  const lost = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  const words = (hasRoom: () => boolean) =>
    prepareDatabase({ address, hasRoom }, { secure: lost }).catch((error) => explainError(error, undefined))
  expect(await words(() => false)).toBe(
    'The database cannot be used: the disk is full. Make room there: a Folio that runs goes on by itself.',
  )
  expect(await words(() => true)).toMatch(/^The database cannot be used: it ended the connection/)
})

it('a fresh database is made without one, and one that fails to migrate leaves none and displaces none', async () => {
  const folder = newFolder()
  cpSync(databaseFolder, folder, { recursive: true })
  const to = path.join(newFolder(), 'backups')
  const clock = new ManualClock(new Date('2026-11-25T03:00:00Z'))
  const { address, close } = await createOwnedDatabase('template1')
  onTestFinished(close)
  const start = () =>
    migrate(address, {
      folder,
      secure: () =>
        backUpBefore({
          settings: { everyMs: null, to, keep: 1, withKeys: false, recipients: [], beforeMigration: true },
          s3Access: { region: 'us-east-1', endpoint: undefined, credentials: undefined },
          ...{ address, keysDir: path.join(folder, 'keys'), clock: clock.now },
          readSigningKey: async () => Buffer.alloc(32, 1),
          pictures: {
            async *list() {},
            read: async () => null,
            write: async () => true,
            remove: async () => {},
          },
          log: createLog('silent'),
        }),
    })
  await start()
  expect(archivesIn(to)).toEqual([])
  const planted = path.join(folder, 'migrations/9000_planted.sql')
  writeFileSync(planted, 'create table planted (id int primary key);')
  await start()
  expect(archivesIn(to)).toEqual(['folio-2026-11-25T030000Z.tar'])
  clock.advance(60_000)
  writeFileSync(path.join(folder, 'migrations/9001_wrong.sql'), 'create table planted ();')
  await expect(start()).rejects.toThrow('9001_wrong.sql')
  expect(archivesIn(to)).toEqual(['folio-2026-11-25T030000Z.tar'])
  writeFileSync(path.join(folder, 'migrations/9001_wrong.sql'), 'create table other ();')
  await start()
  expect(archivesIn(to)).toEqual(['folio-2026-11-25T030100Z.tar'])
})
