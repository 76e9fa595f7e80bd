import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { foldClicks } from '../../clicks/index.ts'
import { collectionOf } from '../../folio/testing/collection.ts'
import { ManualClock } from '../../platform/clock.ts'
import type { ProductEarnings } from '../contract.ts'
import { post, signUpPayee } from '../testing/ledger.ts'

const now = new Date('2026-11-22T03:00:00Z')
const hourAgo = new Date('2026-11-22T02:00:00Z')
const lastWeek = new Date('2026-11-14T12:00:00Z')
let app: TestApp
let ana: Person & { payeeId: string }
let lamp: { id: string }
let mug: { id: string }
let tray: { id: string }

beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(now) })
  ana = await signUpPayee(app)
  const folio = collectionOf(app, ana)
  lamp = await folio.post({ title: 'Lamp' })
  mug = await folio.post({ title: 'Mug' })
  tray = await folio.post({ title: 'Tray' })
  await folio.post({ title: 'Never looked at' })
  const { db } = app.database
  await sql`
    insert into click_deltas (product_id, quarter, kind, outcome, clicks)
    select id, quarter_of(at), 'view', 'counted', n
    from unnest(${[lamp.id, mug.id, mug.id]}::uuid[], ${[hourAgo, hourAgo, lastWeek]}::timestamptz[], ${[10, 4, 16]}::int[])
      as c (id, at, n)`.execute(db)
  await foldClicks({ db })
  await post(app, ana, [
    { order: 'p-1', gross: 1000, at: hourAgo, productId: lamp.id, availableOn: '2027-01-01' },
    { order: 'p-2', gross: 500, at: lastWeek, productId: mug.id },
    { order: 'p-3', gross: 500, at: lastWeek, productId: mug.id },
    { order: 'p-3', gross: -500, at: hourAgo, productId: mug.id, pair: 2, type: 'return' },
    { order: 'p-4', gross: 2000, at: lastWeek, productId: tray.id },
    { order: 'p-5', gross: 300, at: lastWeek, productId: tray.id, availableOn: '2026-01-01' },
  ])
  await sql`
    insert into earnings_holds (order_item_id, payee_id, place, reason, on_day, created_at)
    values ('p-5', ${ana.payeeId}, 1, 'own_purchase', '2026-11-20', ${now})`.execute(db)
  await sql`update click_totals set clicks_count = 20 where product_id = ${mug.id}`.execute(db)
})
afterAll(() => app.close())

const get = (path: string, { token }: { token?: string } = ana) =>
  app.request('GET', `/api/v1/me/earnings/products${path}`, { token })
const figures = (items: ProductEarnings[]) =>
  items.map(({ title, clicks, orders, conversion_rate, earnings }) => [
    title,
    clicks,
    orders,
    conversion_rate,
    earnings,
  ])

describe('GET me/earnings/products (docs/product/earnings.md#products)', () => {
  const [ofLamp, ofMug, ofTray] = [
    ['Lamp', 10, 1, 0.1, 8],
    ['Mug', 20, 1, 0.05, 4],
    ['Tray', 0, 2, null, 18.4],
  ]

  it.each([
    ['earnings', [ofTray, ofLamp, ofMug]],
    ['clicks', [ofMug, ofLamp, ofTray]],
    ['conversion', [ofLamp, ofMug, ofTray]],
  ])('lists the figures of each product by %s, and no product without any', async (sort, expected) => {
    const { status, body } = await get(`?period=W&sort=${sort}`)
    expect(status).toBe(200)
    expect(figures(body.items)).toEqual(expected)
  })

  it.each([
    ['earnings', [ofMug, ofLamp, ofTray]],
    ['clicks', [ofTray, ofLamp, ofMug]],
    // What has no rate comes last either way.
    ['conversion', [ofMug, ofLamp, ofTray]],
  ])('and the least first, by %s', async (sort, expected) => {
    const { status, body } = await get(`?period=W&sort=${sort}&first=least`)
    expect(status).toBe(200)
    expect(figures(body.items)).toEqual(expected)
  })

  it('agrees with the figures of the same period', async () => {
    for (const period of ['D', 'W', 'M', 'Y']) {
      const { body } = await get(`?period=${period}`)
      const all = (await app.request('GET', `/api/v1/me/earnings?period=${period}`, ana)).body
      const sum = (of: (item: ProductEarnings) => number) =>
        body.items.reduce((total: number, item: ProductEarnings) => total + of(item), 0)
      expect(sum(({ clicks }) => clicks)).toBe(all.clicks)
      expect(sum(({ orders }) => orders)).toBe(all.commissions)
      expect(sum(({ earnings }) => Math.round(earnings * 100))).toBe(
        Math.round((all.posted_earnings + all.pending_earnings) * 100),
      )
    }
    // Only the return is of today.
    expect(figures((await get('?period=D')).body.items)).toEqual([ofLamp, ['Mug', 4, 0, 0, -4]])
  })

  it('has pages of fifty, each product once', async () => {
    const ben = await signUpPayee(app)
    const folio = collectionOf(app, ben)
    const made = await Promise.all(Array.from({ length: 60 }, () => folio.post()))
    await post(
      app,
      ben,
      made.map(({ id }, n) => ({ gross: 100 * (n % 7) + 100, at: hourAgo, productId: id })),
    )
    for (const sort of [
      'earnings',
      'orders',
      'conversion',
      'earnings&first=least',
      'conversion&first=least',
    ]) {
      const first = (await get(`?sort=${sort}`, ben)).body
      expect(first.items).toHaveLength(50)
      const rest = (await get(`?sort=${sort}&cursor=${first.next_cursor}`, ben)).body
      expect(rest.next_cursor).toBeNull()
      const ids = [...first.items, ...rest.items].map(({ id }) => id)
      expect(new Set(ids)).toEqual(new Set(made.map(({ id }) => id)))
      expect((await get(`?sort=clicks&cursor=${first.next_cursor}`, ben)).status).toBe(400)
      const turned = sort.includes('least') ? sort.replace('least', 'most') : `${sort}&first=least`
      expect((await get(`?sort=${turned}&cursor=${first.next_cursor}`, ben)).status).toBe(400)
    }
  })
})

describe('GET me/earnings/products/:id (docs/product/product-page.md#owner)', () => {
  it('shows its owner the net earnings of a product so far, and the pending part', async () => {
    expect((await get(`/${mug.id}`)).body).toEqual({
      orders: 1,
      conversion_rate: 0.05,
      earnings: 4,
      pending_earnings: 0,
    })
    expect((await get(`/${lamp.id}`)).body).toMatchObject({ earnings: 8, pending_earnings: 8 })
    // What is under review is pending on every day.
    expect((await get(`/${tray.id}`)).body).toEqual({
      orders: 2,
      conversion_rate: null,
      earnings: 18.4,
      pending_earnings: 2.4,
    })
  })

  it('reveals nothing to others', async () => {
    expect((await get(`/${mug.id}`, await signUpPayee(app))).status).toBe(404)
    expect((await get(`/${mug.id}`, {})).status).toBe(401)
  })
})
