import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { insertPerson, insertProduct, type Person } from '../../tests/harness/factories.ts'
import { ManualClock } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { clickChart } from './analytics/service.ts'
import { ensurePartitions, foldClicks, retireClicks } from './maintenance.ts'
import { createClickRecorder } from './recording/recorder.ts'
import { quartersStoredFrom, rawClicksStoredFrom } from './rules.ts'
import { addressOf, clickOn, clicksCount } from './testing/clicks.ts'
import { untilWaitingForLock } from './testing/locks.ts'

const clock = new ManualClock(new Date('2027-04-06T12:00:00Z'))
const kept = { retentionDays: 400 }
let database: TestDatabase
let owner: Person
let context: Context
let visitors = 0

beforeAll(async () => {
  database = await createTestDatabase()
  owner = await insertPerson(database.db)
  context = {
    db: database.db,
    clock: clock.now,
    actor: { userId: owner.userId, sessionId: '', role: 'user' },
  }
  await ensurePartitions(context, new Date('2026-01-01T00:00:00Z'), clock.now())
})
afterAll(() => database.close())

const newRecorder = () => createClickRecorder({ db: database.db, clock: clock.now, log: createLog('silent') })

async function productWithClicks(...times: string[]) {
  const { id } = await insertProduct(database.db, owner)
  const recorder = newRecorder()
  for (const time of times) {
    visitors += 1
    await recorder.record(clickOn(id, { address: addressOf(visitors), clickedAt: new Date(time) }))
  }
  return id
}
const rowsOf = async (productId: string, table = 'clicks') =>
  (await database.pool.query(`select from ${table} where product_id = $1`, [productId])).rowCount
const hasTable = async (name: string) =>
  (await database.pool.query('select to_regclass($1) is not null as there', [name])).rows[0].there
const charts = (productId: string) =>
  Promise.all(
    (['day', 'week', 'month'] as const).map((period) =>
      clickChart(context, productId, { period, tz: 'Asia/Kathmandu' }, { hasCountries: true }),
    ),
  )

describe('What is stored of clicks (docs/product/clicks.md#what-is-stored)', () => {
  it.each([
    ['2027-04-06T12:00:00Z', '2026-03-01'],
    ['2027-04-04T23:59:59Z', '2026-02-01'],
    ['2027-04-05T00:00:00Z', '2026-03-01'],
    ['2028-03-31T12:00:00Z', '2027-02-01'],
  ])('at %s raw clicks are kept from %s on', (now, from) => {
    expect(rawClicksStoredFrom(new Date(now), 400)).toEqual(new Date(from))
  })

  it('no day of the last thirteen months has lost its quarters, whatever the length of the months', () => {
    for (let day = 0; day < 1_500; day += 1) {
      const now = new Date(Date.UTC(2027, 0, 1 + day, 13))
      const kept = quartersStoredFrom(now)
      expect(kept.toISOString()).toMatch(/T00:00:00.000Z$/)
      expect(kept <= new Date(Date.UTC(2027, -13, 1 + day))).toBe(true)
    }
  })

  it('a dropped month changes neither charts nor counters', async () => {
    const id = await productWithClicks(
      '2026-02-27T10:00:00Z',
      '2026-02-28T23:59:59.999Z',
      '2026-03-01T00:00:00Z',
      '2026-04-30T18:20:00Z',
      '2027-04-06T11:00:00Z',
    )
    const before = await charts(id)
    expect(before[2]).toMatchObject({ total: 2, clicks_count: 5 })
    expect(await retireClicks(context, { retentionDays: 800 })).toEqual({ quarters: 9, months: 0, clicks: 0 })
    expect(await retireClicks(context, kept)).toEqual({ quarters: 0, months: 2, clicks: 0 })
    expect(await rowsOf(id)).toBe(3)
    expect([await hasTable('clicks_2026_02'), await hasTable('clicks_2026_03')]).toEqual([false, true])
    expect(await charts(id)).toEqual(before)
    expect(await clicksCount(database.db, id)).toBe(5)
    const { rows } = await database.pool.query(
      'select sum(people)::int as people from click_days where product_id = $1',
      [id],
    )
    expect(rows).toEqual([{ people: 5 }])
    expect(await retireClicks(context, kept)).toEqual({ quarters: 0, months: 0, clicks: 0 })
  })

  it('deletes clicks of that age in the default partition too', async () => {
    const id = await productWithClicks('2025-11-30T12:00:00Z', '2026-01-31T23:59:59Z', '2029-01-01T00:00:00Z')
    expect(await rowsOf(id, 'clicks_default')).toBe(3)
    expect(await retireClicks(context, kept)).toMatchObject({ clicks: 2 })
    expect(await rowsOf(id, 'clicks_default')).toBe(1)
    expect(await clicksCount(database.db, id)).toBe(3)
  })

  it('deletes quarters of an hour after thirteen months, by whole days; days stay', async () => {
    const id = await productWithClicks('2026-03-04T23:45:00Z', '2026-03-05T00:00:00Z', '2026-11-01T07:00:00Z')
    await foldClicks(context)
    const before = await charts(id)
    const quarters = ['click_quarters', 'click_site_quarters', 'click_country_quarters']
    const left = () => Promise.all(quarters.map((table) => rowsOf(id, table)))
    expect(await left()).toEqual([3, 3, 3])
    expect(await retireClicks(context, kept)).toMatchObject({ quarters: 3 })
    expect(await left()).toEqual([2, 2, 2])
    expect(await rowsOf(id, 'click_days')).toBe(3)
    expect(await charts(id)).toEqual(before)
  })

  it('leaves a month that is being read to the next run, and records clicks meanwhile', async () => {
    clock.set(new Date('2027-05-06T12:00:00Z'))
    const id = await productWithClicks('2027-05-06T11:00:00Z')
    await database.db.transaction().execute(async (tx) => {
      await sql`select from clicks limit 1`.execute(tx)
      const started = performance.now()
      const retired = retireClicks(context, kept)
      await untilWaitingForLock(database)
      const recorded = newRecorder().record(clickOn(id, { address: addressOf(999) }))
      expect(await retired).toMatchObject({ months: 0 })
      expect(await recorded).toEqual({ outcome: 'counted' })
      expect(performance.now() - started).toBeLessThan(5_000)
    })
    expect(await hasTable('clicks_2026_03')).toBe(true)
    expect(await retireClicks(context, kept)).toMatchObject({ months: 1 })
    expect(await hasTable('clicks_2026_03')).toBe(false)
  })
})
