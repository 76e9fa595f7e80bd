import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { clickChecks, createClickRecorder } from '../src/clicks/index.ts'
import { addressOf, clickOn } from '../src/clicks/testing/clicks.ts'
import { earningsChecks } from '../src/earnings/index.ts'
import { post } from '../src/earnings/testing/ledger.ts'
import { ManualClock } from '../src/platform/clock.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createLog } from '../src/platform/log.ts'
import { verify } from '../src/platform/verification.ts'
import { createTestDatabase, type TestDatabase } from '../tests/harness/database.ts'
import { insertPerson, insertProduct } from '../tests/harness/factories.ts'

const migrations = path.join(import.meta.dirname, 'migrations')
const clock = new ManualClock(new Date())

/** A database as a version of the program left it whose last migration has this number. */
async function databaseOf(last: number): Promise<TestDatabase> {
  const database = await createTestDatabase('template1')
  const dir = mkdtempSync(path.join(tmpdir(), 'folio-upgrade-'))
  onTestFinished(async () => {
    await database.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const isOlder = (file: string) => file === migrations || Number(path.basename(file).slice(0, 4)) <= last
  cpSync(migrations, dir, { recursive: true, filter: isOlder })
  await migrate(database.address, dir)
  return database
}

it('0022 carries over what products were clicked and what they earned, and both go on', async () => {
  const database = await databaseOf(21)
  const { db, pool } = database
  const ana = await insertPerson(db)
  const [mug, lamp] = [(await insertProduct(db, ana)).id, (await insertProduct(db, ana)).id]
  // As the program did itself until then.
  await pool.query('insert into earnings (product_id) select id from products')
  const record = async (productId: string, from: number) => {
    const recorder = createClickRecorder({ db, clock: clock.now, log: createLog('silent') })
    await recorder.record(clickOn(productId, { address: addressOf(from) }))
    await recorder.close()
  }
  for (const from of [1, 2, 3])
    await pool.query(
      `select record_clicks(array[$1::uuid], '{view}', '{counted}', '{null}', '{null}', array[uuidv7()], '{null}',
        array[sha256($2)], '{null}', '{null}', '{null}', '{null}', '{null}', array[$3::timestamptz])`,
      [mug, `visitor ${from}`, clock.now()],
    )
  await post({ database }, ana, [{ gross: 500, at: clock.now(), productId: mug }])
  const totals = async () =>
    (
      await pool.query(
        `select clicks_count, earnings_cents from click_totals full join earnings using (product_id)
         order by product_id`,
      )
    ).rows
  const before = (await pool.query('select clicks_count, earnings_cents from earnings order by product_id'))
    .rows
  expect(before).toEqual([
    { clicks_count: 3, earnings_cents: 400 },
    { clicks_count: 0, earnings_cents: 0 },
  ])

  expect(await migrate(database.address)).toContain('0022_click_totals')
  expect(await totals()).toEqual(before)
  await insertProduct(db, ana)
  await record(mug, 4)
  await record(lamp, 1)
  await post({ database }, ana, [{ gross: 100, at: clock.now(), productId: lamp }])
  expect(await totals()).toEqual([
    { clicks_count: 4, earnings_cents: 400 },
    { clicks_count: 1, earnings_cents: 80 },
    { clicks_count: 0, earnings_cents: 0 },
  ])
  const lines: string[] = []
  const checks = [clickChecks({ clickRetentionDays: 400 }), earningsChecks]
  await verify({ db, clock: clock.now, actor: null }, checks, (line) => lines.push(line))
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([])
})
