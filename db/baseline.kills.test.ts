import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { earningsChecks } from '../src/earnings/index.ts'
import { match } from '../src/orders/matching/testing/orders.ts'
import { calculate } from '../src/orders/posting/testing/orders.ts'
import { orderChecks } from '../src/orders/proof/verify.ts'
import { readTar } from '../src/platform/backup/tar.ts'
import { type Entries, signedAnew, tarOf, withHead } from '../src/platform/backup/testing/forge.ts'
import { ManualClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { migrate, prepareDatabase } from '../src/platform/database/migrate.ts'
import { baseline, knownMigrations } from '../src/platform/database/migrations/standing.ts'
import { readRights } from '../src/platform/database/rights/rights.ts'
import { embeddedApp } from '../src/platform/database/server.ts'
import { verify } from '../src/platform/verification.ts'
import { createTestDatabase, type TestDatabase } from '../tests/harness/database.ts'
import { databaseFromBefore } from '../tests/harness/earlier-database.ts'
import { emptyDatabase, newFolder, signing, trusted } from '../tests/harness/empty-installation.ts'
import { insertPerson } from '../tests/harness/factories.ts'
import { runCommand } from '../tests/harness/process.ts'

// Decision 122, One baseline, and docs/operating.md#from-before-the-baseline.

/** The functions of a database, with those who may call them, and its triggers. */
const functionsIn = async ({ pool }: Pick<TestDatabase, 'pool'>) =>
  (
    await pool.query(`
      select pg_get_functiondef(oid) || proacl::text as text, obj_description(oid, 'pg_proc') as mark from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f'
      union all
      select pg_get_triggerdef(t.oid), null from pg_trigger t join pg_class c on c.oid = tgrelid
      where relnamespace = 'public'::regnamespace and not tgisinternal and tgparentid = 0
      order by 1`)
  ).rows

it('an installation at the last migration of before goes on, and is given two accounts, by the next start', async () => {
  const { owner, db, address, pool } = await databaseFromBefore()
  const person = await insertPerson(db)
  // Neither has a file; the first is the operator’s own.
  await pool.query(`
    create function of_the_operator() returns int language sql as 'select 1';
    create function gone() returns trigger language plpgsql as 'begin return new; end';
    create trigger gone before insert on products for each row execute function gone()`)
  const since = async () =>
    (await pool.query('select min(run_on) as at, array_agg(name) as names from migrations')).rows[0]
  const before = await since()
  await prepareDatabase({ owner: owner.address, address: { ...address, user: embeddedApp } })
  expect(await since()).toEqual({ at: before.at, names: await knownMigrations() })
  const app = openDatabase({ ...address, user: embeddedApp }, { max: 1 })
  onTestFinished(() => app.close())
  expect(await readRights(app.pool, embeddedApp)).toMatchObject({ owner: address.user, deviations: [] })
  expect((await app.pool.query('select id from users')).rows).toEqual([{ id: person.userId }])

  await pool.query('drop function of_the_operator()')
  const fresh = await createTestDatabase()
  onTestFinished(() => fresh.close())
  expect(await functionsIn({ pool })).toEqual(await functionsIn(fresh.owner))
  // The app's account, which could change nothing, finds nothing to do.
  await prepareDatabase({ address: { ...address, user: embeddedApp } })
})

it('an older one is refused, with what to do', async () => {
  const { address } = await databaseFromBefore('0127_nothing_left_of_parts')
  await expect(migrate(address)).rejects.toThrow(
    /^The database is of an older version of Folio \(0127_nothing_left_of_parts\).* Start commit 16b21ee3 on it once/,
  )
})

/**
 * A backup that commit 16b21ee3 made of a database which earlier versions had begun: sixteen random histories of
 * clicks, reports, decisions, matchings and postings (src/orders/testing/model), of seed 505, of the version with
 * migration 0031.
 */
const archive = () =>
  gunzipSync(readFileSync(path.join(import.meta.dirname, 'testing/before-baseline.tar.gz')))
const later = new Date('2027-12-01T12:00:00Z')

async function restore(bytes: Buffer) {
  const [to, dataDir] = [await emptyDatabase(), newFolder()]
  const file = path.join(newFolder(), 'folio.tar')
  writeFileSync(file, bytes)
  return { to, done: await runCommand('restore', to, [file, ...trusted], { DATA_DIR: dataDir, ...signing }) }
}

it('a backup of it is restored: the money agrees, and the next matching and posting change nothing that stood', async () => {
  const { to, done } = await restore(archive())
  // Its clicks were put there for matching alone, without their sums.
  expect(done.out.match(/^WRONG .*/gm)?.filter((line) => !line.includes(' clicks '))).toEqual([])
  const { db, pool, close } = openDatabase(to.address, { max: 2 })
  onTestFinished(close)
  const entries = async () => (await pool.query('select * from earnings_ledger order by id')).rows
  const posted = await entries()
  expect(posted).toHaveLength(25)

  const queues = async () =>
    (await pool.query('select order_item_id as id from orders_to_post order by 1')).rows
  const waited = await queues()
  await match(db, { now: later })
  expect(await queues()).toEqual(waited)
  await calculate({ db, clock: new ManualClock(later).now })
  expect((await entries()).slice(0, posted.length)).toEqual(posted)
  const lines: string[] = []
  const context = { db, clock: new ManualClock(later).now, actor: null }
  await verify(context, [earningsChecks, orderChecks], (line) => lines.push(line))
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
})

it('a backup of an older one is refused, and one of a newer version too', async () => {
  const entries: Entries = new Map()
  for await (const { name, body } of readTar(Readable.from([archive()])))
    entries.set(name, await buffer(body))
  const of = (change: Parameters<typeof withHead>[1]) => tarOf(signedAnew(withHead(entries, change)))
  const older = await restore(of((head) => (head.migration = '0126_out_of_the_file')))
  expect(older.done.code).toBe(1)
  expect(older.done.err).toMatch(
    /made by an older version of Folio \(0126_out_of_the_file\).*commit 16b21ee3/,
  )
  const newer = await restore(of((head) => Object.assign(head, { baseline, migration: '9999_of_tomorrow' })))
  expect(newer.done.code).toBe(1)
  expect(newer.done.err).toContain('made by a newer version of Folio (9999_of_tomorrow)')
})
