import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { advisoryLocks } from '../../src/platform/database/advisory-locks.ts'
import { MigrationError, migrate } from '../../src/platform/database/migrate.ts'
import { baseline, knownMigrations } from '../../src/platform/database/migrations/standing.ts'
import type { Line } from '../../src/platform/doctor/line.ts'
import { checkNode, checkRoom, checkTrial, failedTrial } from '../../src/platform/upgrade/check.ts'
import { createOwnedDatabase, createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { databaseFromBefore } from '../harness/earlier-database.ts'
import { insertPerson } from '../harness/factories.ts'
import { runCommand, startCommand } from '../harness/process.ts'

// docs/operating.md#before-an-upgrade

/** A folder that PostgreSQL's account may pass, as a data folder is. */
function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-upgrade-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function upgradeCheck(
  at: Pick<TestDatabase, 'address'> | { dataDir: string },
  args: string[] = [],
  env: Record<string, string> = { DATA_DIR: dataFolder() },
) {
  const { code, out, err } = await runCommand('upgrade-check', at, ['--json', ...args], env)
  const lines = out ? (JSON.parse(out) as Line[]) : []
  return { code, err, lines: Object.fromEntries(lines.map(({ name, ...found }) => [name, found])) }
}

/** An installation as an earlier version left it, at the baseline, with somebody in it. */
async function installation(): Promise<TestDatabase> {
  const database = await createOwnedDatabase('template1')
  onTestFinished(() => database.close())
  await migrate(database.address, { upTo: baseline })
  await insertPerson(database.db)
  return database
}

/** Everything that a start could change. */
const stateOf = async ({ pool }: TestDatabase) =>
  (
    await pool.query(`
      select (select array_agg(name order by id) from migrations) as migrations,
        (select array_agg(concat(c.oid, c.relname, c.relfilenode, c.relkind) order by c.oid) from pg_class c
         where relnamespace = 'public'::regnamespace) as tables,
        (select array_agg(concat(p.oid, p.proname) order by p.oid) from pg_proc p
         where pronamespace = 'public'::regnamespace) as functions,
        (select array_agg(nspname order by 1) from pg_namespace) as schemas,
        (select array_agg(concat(xmin, id) order by id) from users) as users,
        (select array_agg(rolname order by 1) from pg_roles where rolname like 'folio_restore%') as accounts`)
  ).rows

describe('npm run upgrade-check', () => {
  it('says what a start would do and how long it takes, beside the old version, and changes nothing', async () => {
    const database = await installation()
    const dataDir = dataFolder()
    const before = await stateOf(database)
    const open = await database.pool.connect()
    onTestFinished(() => open.release())
    // As the old version has transactions open.
    await open.query('begin; select count(*) from users')
    const { code, lines } = await upgradeCheck(database, [], { DATA_DIR: dataDir })
    expect(Object.entries(lines).map(([name, { state }]) => [name, state])).toEqual(
      ['version', 'node', 'settings', 'migrations', 'tables', 'backup', 'trial'].map((name) => [name, 'ok']),
    )
    expect(code).toBe(0)
    const [, ...since] = await knownMigrations()
    expect(lines.migrations?.says).toBe(
      `The database is at ${baseline}. A start runs ${since.join(', ')}. Functions and views are made anew.`,
    )
    expect(lines.tables?.says).toMatch(
      /^They name (\w+ \(\d+ MB\), ){4}\w+ \(\d+ MB\), and \d+ smaller ones\.$/,
    )
    expect(lines.backup?.says).toMatch(/^A backup takes up to \d+ MB, and [\d,]+ MB are free/)
    expect(lines.trial?.says).toMatch(
      /^A copy of \d+ rows was updated in \d+\.\d s; making it took \d+\.\d s\./,
    )
    await open.query('commit')
    expect(await stateOf(database)).toEqual(before)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('warns where no copy can be made, which a backup could not be restored from either', async () => {
    const database = await installation()
    await database.pool.query('create table kept_by_hand (id int)')
    const { code, lines } = await upgradeCheck(database)
    expect(code).toBe(0)
    expect(lines.trial).toMatchObject({
      state: 'warn',
      says: expect.stringMatching(/^Not tried, for want of a copy\. .*kept_by_hand/),
    })
  })

  it('of a database that is up to date, and of one of a newer version, tries nothing', async () => {
    const current = await createTestDatabase()
    onTestFinished(() => current.close())
    const nothing = await upgradeCheck(current)
    expect(nothing.code).toBe(0)
    expect(nothing.lines.migrations?.says).toMatch(/^The tables stay as they are \(\d{4}_\w+\)\.$/)
    expect(Object.keys(nothing.lines)).not.toContain('trial')

    await current.owner.pool.query(`insert into migrations (name, run_on) values ('9999_of_tomorrow', now())`)
    const newer = await upgradeCheck(current)
    expect(newer.code).toBe(1)
    expect(newer.lines.migrations).toMatchObject({
      state: 'fail',
      says: '9999_of_tomorrow is from a newer version of Folio.',
    })
    const older = await upgradeCheck(await databaseFromBefore('0127_nothing_left_of_parts'))
    expect(older.code).toBe(1)
    expect(older.lines.migrations?.todo).toContain('Start commit 16b21ee3 on it once')
  })

  it('goes on from the migrations before the baseline, without a trial where none is wanted', async () => {
    const { code, lines } = await upgradeCheck(await databaseFromBefore(), ['--no-trial'])
    expect(code).toBe(0)
    expect(lines.migrations?.says).toContain('The database is at 0128_own_amounts. A start runs 0001_')
    expect(lines.trial).toMatchObject({ state: 'warn', says: 'Not tried.' })
  })

  it('refuses settings that this version refuses, and makes no database where there is none', async () => {
    const dataDir = dataFolder()
    const settings = await upgradeCheck({ dataDir }, [], { SITE_URL: 'https://example.com/folio' })
    expect(settings.code).toBe(1)
    expect(settings.lines.settings).toMatchObject({
      state: 'fail',
      says: expect.stringMatching(
        /SITE_URL: must be an origin .* without a path: give Folio a host of its own/,
      ),
    })
    const nowhere = await upgradeCheck({ dataDir }, [], {})
    expect(nowhere.code).toBe(1)
    expect(nowhere.err).toContain(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL`)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('ended in the middle of a trial leaves nothing, and a killed one is cleared away by the next', async () => {
    const database = await installation()
    const dataDir = dataFolder()
    const trial = path.join(dataDir, 'upgrade-check')
    for (const [signal, stays] of [
      ['SIGTERM', false],
      ['SIGKILL', true],
    ] as const) {
      const child = startCommand('upgrade-check', database, [], { DATA_DIR: dataDir })
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      await new Promise<void>((resolve) => {
        child.stdout.setEncoding('utf8').on('data', (line: string) => line.includes('backup ') && resolve())
      })
      await expect.poll(() => existsSync(path.join(trial, 'data/postgres'))).toBe(true)
      child.kill(signal)
      await ended
      expect(existsSync(trial)).toBe(stays)
    }
    expect((await upgradeCheck(database, [], { DATA_DIR: dataDir })).lines.trial?.state).toBe('ok')
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('waits for no other, and takes nothing from it', async () => {
    const database = await installation()
    const dataDir = dataFolder()
    mkdirSync(path.join(dataDir, 'upgrade-check'))
    writeFileSync(path.join(dataDir, 'upgrade-check/copy.tar'), 'of another')
    const other = await database.pool.connect()
    onTestFinished(() => other.release())
    await other.query('select pg_advisory_lock($1)', [advisoryLocks.upgradeCheck])
    const { code, lines } = await upgradeCheck(database, [], { DATA_DIR: dataDir })
    await other.query('select pg_advisory_unlock_all()')
    expect([code, lines.trial?.says]).toEqual([0, expect.stringContaining('Another upgrade-check')])
    expect(existsSync(path.join(dataDir, 'upgrade-check/copy.tar'))).toBe(true)
  })
})

describe('what it needs', () => {
  it('a copy that cannot be updated stops the upgrade, and a fault is shown as one', () => {
    expect(failedTrial(new MigrationError('The database could not be updated: no.'))).toMatchObject({
      state: 'fail',
      says: 'A copy could not be updated. The database could not be updated: no.',
    })
    expect(() => failedTrial(new TypeError('a fault'))).toThrow('a fault')
  })

  it('an older Node is refused', () => {
    const projectDir = path.resolve(import.meta.dirname, '../..')
    expect(checkNode(projectDir, '22.18.0')).toMatchObject({
      state: 'fail',
      says: 'This is Node 22.18.0, and Folio runs on 24.',
    })
    expect(checkNode(projectDir).state).toBe('ok')
  })

  it('a disk without room for a backup stops the upgrade, and one without room for a copy the trial', async () => {
    const database = await installation()
    const huge = { query: async () => ({ rows: [{ bytes: 1e18, counts_pictures: false }] }) } as never
    const room = { to: '/nowhere/yet' } as Parameters<typeof checkRoom>[1]
    expect(await checkRoom(huge, room, tmpdir())).toMatchObject({
      state: 'fail',
      todo: 'Free some, or set BACKUP_TO to another disk.',
    })
    const inBucket = { ...room, to: 's3://bucket/prefix' }
    expect((await checkRoom(huge, inBucket, tmpdir())).state).toBe('ok')
    const trial = await checkTrial({
      ...{ pool: huge, address: database.address, folder: path.join(dataFolder(), 'upgrade-check') },
      ensurePartition: async () => false,
      signal: new AbortController().signal,
      report: { bytes: () => {}, rows: () => {} },
    })
    expect(trial).toMatchObject({ state: 'warn', says: expect.stringMatching(/^Not tried: a copy takes /) })
  })
})
