import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import type { Person } from '../../../../tests/harness/people.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { post, signUpPayee } from '../../testing/ledger.ts'

const now = new Date('2026-11-22T03:00:00Z')
let app: TestApp
let ana: Person & { payeeId: string }
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(now) })
})
afterAll(() => app.close())
beforeEach(async () => {
  ana = await signUpPayee(app)
})

const get = (path: string, { token }: { token?: string } = ana) =>
  app.request('GET', `/api/v1/me/${path}`, { token })

describe('what all of a month has, beside a page of it (docs/product/earnings.md#months)', () => {
  it('is said of rows by when they were written, in a time zone', async () => {
    await post(app, ana, [
      { gross: 500, at: new Date('2026-10-05T12:00:00Z') },
      { gross: 100, at: new Date('2026-11-01T03:00:00Z') },
      ...Array.from({ length: 50 }, () => ({ gross: 10, at: now })),
    ])
    const november = { month: '2026-11', entries: 51, user_amount: 4.8, paid: 0 }
    const { body } = await get('ledger')
    expect(body.months).toEqual([november])
    expect((await get(`ledger?cursor=${body.next_cursor}`)).body.months).toEqual([
      november,
      { month: '2026-10', entries: 1, user_amount: 4, paid: 0 },
    ])
    expect((await get(`ledger?tz=America/New_York&cursor=${body.next_cursor}`)).body.months).toEqual([
      { month: '2026-10', entries: 2, user_amount: 4.8, paid: 0 },
    ])
  })

  it('is said of orders by what they are sorted by', async () => {
    // At 3 in the morning (UTC) of the first it is still the month before in New York.
    const first = new Date('2026-11-01T03:00:00Z')
    await post(app, ana, [
      ...Array.from({ length: 55 }, (_, n) => ({ order: `${ana.id}-${n}`, gross: 100, at: now })),
      { order: `${ana.id}-first`, gross: 50, at: first },
      { order: `${ana.id}-first`, gross: -50, at: now, pair: 2, type: 'return' as const },
      { gross: 10, at: new Date('2026-10-05T12:00:00Z') },
    ])
    const november = { month: '2026-11', orders: 56, user_amount: 44 }
    const october = { month: '2026-10', orders: 1, user_amount: 0.08 }
    const { body } = await get('ledger/orders')
    expect(body.months).toEqual([november])
    expect((await get(`ledger/orders?cursor=${body.next_cursor}`)).body.months).toEqual([november, october])
    const inNewYork = (await get('ledger/orders?sort=posted&tz=America/New_York')).body
    const { body: later } = await get(
      `ledger/orders?sort=posted&tz=America/New_York&cursor=${inNewYork.next_cursor}`,
    )
    expect(later.months).toEqual([
      { ...november, orders: 55 },
      { ...october, orders: 2 },
    ])
    expect((await get('ledger/orders?tz=Nowhere')).status).toBe(400)
    expect((await get('ledger/orders', await signUpPayee(app))).body.months).toEqual([])
  })
})
