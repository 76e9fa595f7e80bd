import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { ManualClock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { createLog } from '../../platform/log.ts'
import type { ChartPeriod } from '../contract.ts'
import { type Click, type ClickRecorder, createClickRecorder } from '../recording/recorder.ts'
import { addressOf, clickOn } from '../testing/clicks.ts'
import { clickChart } from './service.ts'

const clock = new ManualClock(new Date('2026-11-04T20:00:00Z'))
let database: TestDatabase
let recorder: ClickRecorder
let owner: Person
let visitors = 0
const options = { hasCountries: false }

beforeAll(async () => {
  database = await createTestDatabase()
  recorder = createClickRecorder({ db: database.db, clock: clock.now, log: createLog('silent') })
  owner = await insertPerson(database.db)
})
afterAll(async () => {
  await database.close()
})

const by = (person: Person): Context => ({
  db: database.db,
  clock: clock.now,
  actor: { userId: person.userId, sessionId: '', role: 'user' },
})
const visitAt = async (productId: string, ...times: string[]) => {
  for (const time of times) {
    visitors += 1
    await recorder.record(clickOn(productId, { address: addressOf(visitors), clickedAt: new Date(time) }))
  }
}
const chart = async (productId: string, period: ChartPeriod, tz: string) => {
  const { items, total } = await clickChart(by(owner), productId, { period, tz }, options)
  expect(total).toBe(items.reduce((sum, item) => sum + item.count, 0))
  return items.map(({ start, count }) => `${start} ${count}`)
}

describe('Click Activity chart (docs/product/product-page.md#click-activity)', () => {
  it('shows seven days of the viewer’s calendar, one of them 25 hours long', async () => {
    const { id } = await insertProduct(database.db, owner)
    // New York left summer time on 1 November 2026: that day began at 04:00Z and ended at 05:00Z the next.
    await visitAt(id, '2026-10-29T03:59:59Z', '2026-10-29T04:00:00Z')
    await visitAt(
      id,
      '2026-11-01T03:59:59Z',
      '2026-11-01T04:00:00Z',
      '2026-11-02T04:59:59Z',
      '2026-11-02T05:00:00Z',
    )
    await visitAt(id, '2026-11-04T19:59:59Z')
    expect(await chart(id, 'day', 'America/New_York')).toEqual([
      '2026-10-29 1',
      '2026-10-30 0',
      '2026-10-31 1',
      '2026-11-01 2',
      '2026-11-02 1',
      '2026-11-03 0',
      '2026-11-04 1',
    ])
  })

  it('puts the same clicks on other days in another time zone', async () => {
    const { id } = await insertProduct(database.db, owner)
    await visitAt(id, '2026-11-03T12:00:00Z')
    expect((await chart(id, 'day', 'Pacific/Kiritimati')).slice(-2)).toEqual(['2026-11-04 1', '2026-11-05 0'])
    expect((await chart(id, 'day', 'Pacific/Pago_Pago')).slice(-2)).toEqual(['2026-11-03 1', '2026-11-04 0'])
  })

  it('shows four weeks from Monday, and twelve months', async () => {
    const { id } = await insertProduct(database.db, owner)
    await visitAt(id, '2025-11-30T23:59:59Z', '2025-12-01T00:00:00Z', '2026-02-28T23:59:59Z')
    await visitAt(
      id,
      '2026-10-11T23:59:59Z',
      '2026-10-12T00:00:00Z',
      '2026-11-01T23:59:59Z',
      '2026-11-02T00:00:00Z',
    )
    expect(await chart(id, 'week', 'UTC')).toEqual([
      '2026-10-12 1',
      '2026-10-19 0',
      '2026-10-26 1',
      '2026-11-02 1',
    ])
    const months = await chart(id, 'month', 'UTC')
    expect(months).toHaveLength(12)
    expect(months.filter((month) => !month.endsWith(' 0'))).toEqual([
      '2025-12-01 1',
      '2026-02-01 1',
      '2026-10-01 2',
      '2026-11-01 2',
    ])
  })

  it('shows counted views only', async () => {
    const { id } = await insertProduct(database.db, owner)
    await recorder.record(clickOn(id))
    await recorder.record(clickOn(id))
    await recorder.record(clickOn(id, { claim: 'bot' }))
    await recorder.record(clickOn(id, { viewerId: owner.userId }))
    await recorder.record(clickOn(id, { claim: 'limited' }))
    await recorder.record(clickOn(id, { kind: 'outbound' }))
    expect((await clickChart(by(owner), id, { period: 'week', tz: 'UTC' }, options)).total).toBe(1)
  })

  it('shows presses, filtered clicks and sites; countries only with a database of them', async () => {
    const { id } = await insertProduct(database.db, owner)
    const record = (n: number, values: Partial<Click>) =>
      recorder.record(clickOn(id, { address: addressOf(9_000 + n), ...values }))
    await record(1, { site: 'instagram.com', country: 'ES' })
    await record(2, { site: 'instagram.com', country: 'US' })
    await record(3, { site: null })
    await record(3, { site: null })
    await record(3, { kind: 'outbound' })
    for (const automation of ['preview', 'prefetch', 'crawler'] as const)
      await record(4, { claim: 'bot', automation })
    await record(5, { claim: 'limited' })
    await record(6, { viewerId: owner.userId, kind: 'outbound' })
    const answer = await clickChart(
      by(owner),
      id,
      { period: 'day', tz: 'Europe/Madrid' },
      { hasCountries: true },
    )
    const sites = [
      { site: 'instagram.com', count: 2 },
      { site: null, count: 1 },
    ]
    expect(answer).toMatchObject({
      total: 3,
      presses: 1,
      filtered: { previews: 1, bots: 2, repeats: 1, own: 1, limited: 1 },
      sites,
      countries: [
        { country: null, count: 1 },
        { country: 'ES', count: 1 },
        { country: 'US', count: 1 },
      ],
      clicks_count: 3,
    })
    expect(answer.items.at(-1)).toEqual({ start: '2026-11-04', count: 3, presses: 1 })
    const withoutDatabase = await clickChart(by(owner), id, { period: 'day', tz: 'Europe/Madrid' }, options)
    expect(withoutDatabase).toEqual({ ...answer, countries: null })
  })

  it('is empty for a new product, and for its owner only', async () => {
    const { id } = await insertProduct(database.db, owner)
    expect(await clickChart(by(owner), id, { period: 'month', tz: 'UTC' }, options)).toMatchObject({
      total: 0,
    })
    const stranger = await insertPerson(database.db)
    const query = { period: 'day', tz: 'UTC' } as const
    await expect(clickChart(by(stranger), id, query, options)).rejects.toMatchObject({ code: 'not_found' })
    await expect(clickChart({ ...by(owner), actor: null }, id, query, options)).rejects.toMatchObject({
      code: 'not_authenticated',
    })
    const deleted = await insertProduct(database.db, owner, { deleted_at: clock.now() })
    await expect(clickChart(by(owner), deleted.id, query, options)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
