import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { addressOf, clickOn } from '../../clicks/testing/clicks.ts'
import { collectionOf } from '../../folio/testing/collection.ts'
import { ManualClock } from '../../platform/clock.ts'
import { type Posting, post, shareOf, signUpPayee } from '../testing/ledger.ts'

// A Sunday: in Los Angeles it is still Saturday.
const now = new Date('2026-11-22T03:00:00Z')
let app: TestApp
let ana: Person & { payeeId: string }
let visitors = 0

beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(now), env: { EARNINGS_HOLD_DAYS: '45' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(new Date(now.getTime() - 60_000))
  ana = await signUpPayee(app)
})

const earnings = async (period: string, tz = 'UTC', { token }: { token?: string } = ana) => {
  app.clock.set(now)
  return app.request('GET', `/api/v1/me/earnings?period=${period}&tz=${tz}`, { token })
}
const product = async (title: string): Promise<string> =>
  (await collectionOf(app, ana).post({ title, amazon_url: 'https://amazon.com/dp/B0LAMP0001' })).id
const visit = async (productId: string, times: number, at = '2026-11-22T02:00:00Z', kind?: 'outbound') => {
  for (let n = 0; n < times; n += 1) {
    visitors += 1
    const clickedAt = new Date(at)
    await app.app.services.clicks.record(
      clickOn(productId, { address: addressOf(visitors), clickedAt, kind: kind ?? 'view' }),
    )
  }
}
const posting = (gross: number, at: string, values: Partial<Posting> = {}): Posting => ({
  gross,
  at: new Date(at),
  ...values,
})

describe('GET me/earnings (docs/product/earnings.md#figures)', () => {
  it('D: the figures are today’s, the chart has seven days', async () => {
    const lamp = await product('Lamp')
    await visit(lamp, 4)
    await visit(lamp, 2, '2026-11-21T10:00:00Z')
    await visit(lamp, 1, '2026-11-15T23:59:59Z')
    await visit(lamp, 3, '2026-11-22T02:00:00Z', 'outbound')
    await post(app, ana, [
      posting(1000, '2026-11-22T01:00:00Z', { availableOn: '2026-11-21', productId: lamp }),
      posting(500, '2026-11-22T01:00:00Z', { availableOn: '2026-11-22', productId: lamp }),
      posting(250, '2026-11-21T01:00:00Z', { availableOn: '2027-01-29', productId: lamp }),
    ])
    const { status, body } = await earnings('D')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      period: 'D',
      from: '2026-11-22',
      to: '2026-11-22',
      // The reports' day is still the 21st.
      posted_earnings: 8,
      pending_earnings: 4,
      clicks: 4,
      commissions: 2,
      conversion_rate: 0.5,
      average_per_click: 3,
      all_time: { posted_earnings: 8, pending_earnings: 6 },
      next_posting: { on: '2026-11-22', amount: 4 },
      hold_days: 45,
    })
    expect(body.items).toEqual([
      ...['16', '17', '18', '19', '20'].map((day) => ({ start: `2026-11-${day}`, earnings: 0, clicks: 0 })),
      { start: '2026-11-21', earnings: 2, clicks: 2 },
      { start: '2026-11-22', earnings: 12, clicks: 4 },
    ])
    expect(body.top_products).toMatchObject([{ id: lamp, title: 'Lamp', clicks: 4, earnings: 12 }])
  })

  it('W, M and Y: the figures cover the whole chart, in the viewer’s calendar', async () => {
    const lamp = await product('Lamp')
    const times = [
      '2026-11-15T05:00:00Z',
      '2026-10-25T05:00:00Z',
      '2025-12-01T03:00:00Z',
      '2022-01-01T12:00:00Z',
    ]
    for (const at of times) await visit(lamp, 1, at)
    await post(
      app,
      ana,
      times.toReversed().map((at) => posting(100, at, { productId: lamp })),
    )
    const shown = async (period: string, tz: string) => {
      const { body } = await earnings(period, tz)
      return [
        `${body.from}…${body.to}`,
        body.clicks,
        body.posted_earnings,
        body.items.length,
        ...body.items
          .filter(
            ({ clicks, earnings: sum }: { clicks: number; earnings: number }) => clicks > 0 || sum !== 0,
          )
          .map(({ start }: { start: string }) => start),
      ]
    }
    expect(await shown('W', 'UTC')).toEqual(['2026-10-26…2026-11-22', 1, 0.8, 4, '2026-11-09'])
    expect(await shown('W', 'America/Los_Angeles')).toEqual([
      '2026-10-26…2026-11-21',
      1,
      0.8,
      4,
      '2026-11-09',
    ])
    expect(await shown('M', 'UTC')).toEqual([
      ...['2025-12-01…2026-11-22', 3, 2.4, 12, '2025-12-01', '2026-10-01', '2026-11-01'],
    ])
    // There it was still November.
    expect(await shown('M', 'America/New_York')).toEqual([
      ...['2025-12-01…2026-11-21', 2, 1.6, 12, '2026-10-01', '2026-11-01'],
    ])
    expect(await shown('Y', 'Europe/Madrid')).toEqual([
      ...['2022-01-01…2026-11-22', 4, 3.2, 5, '2022-01-01', '2025-01-01', '2026-01-01'],
    ])
  })

  it('top products: five, by clicks, then by earnings; without clicks those that earned, deleted ones too', async () => {
    const shelf = collectionOf(app, ana)
    const [a, b, c, d, e, f, g] = (await Promise.all([...'ABCDEFG'].map(product))) as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    await visit(a, 1)
    await visit(b, 1)
    await visit(c, 3)
    await post(app, ana, [
      posting(100, '2026-11-20T01:00:00Z', { productId: a }),
      posting(900, '2026-11-20T01:00:00Z', { productId: b }),
      posting(300, '2026-11-20T01:00:00Z', { productId: d }),
      posting(800, '2026-11-20T01:00:00Z', { productId: e }),
      posting(-100, '2026-11-20T01:00:00Z', { productId: f }),
      posting(200, '2026-11-20T01:00:00Z', { productId: g }),
      posting(9_000, '2026-11-20T01:00:00Z'),
    ])
    await shelf.remove(b)
    const { body } = await earnings('W')
    expect(
      body.top_products.map(({ title, clicks, earnings: sum, short_link_id }: Record<string, unknown>) => [
        title,
        clicks,
        sum,
        short_link_id !== null,
      ]),
    ).toEqual([
      ['C', 3, 0, true],
      ['Amazon item B0LAMP0001', 1, 7.2, false],
      ['A', 1, 0.8, true],
      ['E', 0, 6.4, true],
      ['D', 0, 2.4, true],
    ])
    // A sum below zero is no commission.
    expect(body).toMatchObject({ clicks: 5, commissions: 6 })
    // With five clicked products, none without clicks is listed.
    await visit(f, 1)
    await visit(g, 1)
    const after = (await earnings('W')).body.top_products
    expect(after.map(({ id }: { id: string }) => id)).toEqual([c, b, g, a, f])
    expect(after.at(-1)).toMatchObject({ clicks: 1, earnings: -0.8 })
  })

  it('is zero, and divides by nothing, for an empty account', async () => {
    for (const period of ['D', 'W', 'M', 'Y'])
      expect((await earnings(period)).body).toMatchObject({
        posted_earnings: 0,
        pending_earnings: 0,
        clicks: 0,
        commissions: 0,
        conversion_rate: null,
        average_per_click: null,
        top_products: [],
        all_time: { posted_earnings: 0, pending_earnings: 0 },
        next_posting: null,
      })
    await post(app, ana, [posting(100, '2026-11-22T01:00:00Z', { availableOn: '2027-01-01' })])
    expect((await earnings('D')).body).toMatchObject({
      commissions: 1,
      conversion_rate: null,
      pending_earnings: 0.8,
    })
  })

  it('shows millions to the cent, and negative sums', async () => {
    const lamp = await product('Lamp')
    await visit(lamp, 3)
    await post(app, ana, [
      posting(1_234_567_891, '2026-11-20T01:00:00Z'),
      posting(-2_000, '2026-11-22T01:00:00Z', { availableOn: '2027-03-01' }),
      posting(1_000, '2026-11-22T01:00:00Z', { availableOn: '2027-02-01' }),
      posting(-1_000, '2026-11-22T01:00:00Z', { availableOn: '2027-02-01' }),
    ])
    const share = shareOf(1_234_567_891)
    expect((await earnings('D')).body).toMatchObject({
      posted_earnings: 0,
      pending_earnings: -16,
      average_per_click: -16 / 3,
      all_time: { posted_earnings: share / 100, pending_earnings: -16 },
      // February has come to nothing.
      next_posting: { on: '2027-03-01', amount: -16 },
    })
    const { items } = (await earnings('M')).body
    expect(items.at(-1)).toEqual({ start: '2026-11-01', earnings: (share - 1600) / 100, clicks: 3 })
  })

  it('is each person’s own; refused to anonymous callers and without a time zone', async () => {
    const lamp = await product('Lamp')
    await visit(lamp, 2)
    await post(app, ana, [posting(1000, '2026-11-22T01:00:00Z', { productId: lamp })])
    const stranger = await signUpPayee(app)
    expect((await earnings('Y', 'UTC', stranger)).body).toMatchObject({
      clicks: 0,
      posted_earnings: 0,
      top_products: [],
    })
    expect((await earnings('M', 'UTC', {})).status).toBe(401)
    for (const [period, tz] of [
      ['H', 'UTC'],
      ['M', '+05:30'],
      ['M', 'Mars/Olympus'],
    ] as const) {
      const { status, body } = await earnings(period, tz)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
    }
  })
})
