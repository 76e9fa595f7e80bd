import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { ManualClock } from '../../platform/clock.ts'
import { post, signUpPayee } from '../testing/ledger.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(new Date('2026-11-22T12:00:00Z')) })
})
afterAll(() => app.close())

describe('when what is pending becomes available (docs/product/payouts.md#own-payouts)', () => {
  it('is told by day, and adds up to what is pending; what is under review has no day', async () => {
    const ana = await signUpPayee(app)
    const at = app.clock.now()
    await post(app, ana, [
      { gross: 1_000, at },
      { gross: 500, at, availableOn: '2026-12-30' },
      { gross: 250, at, availableOn: '2027-01-29' },
      { gross: 125, at, availableOn: '2027-01-29' },
      { order: 'reviewed', gross: 100, at },
      { order: 'undone', gross: 300, at, availableOn: '2027-03-01' },
      { order: 'undone', gross: -300, at, availableOn: '2027-03-01', pair: 2, type: 'return' },
    ])
    await app.database.pool.query(
      `insert into earnings_holds (order_item_id, payee_id, place, reason, on_day, created_at)
       values ('reviewed', $1, 1, 'own_purchase', '2026-11-22', $2)`,
      [ana.payeeId, at],
    )
    const { body } = await app.request('GET', '/api/v1/me/balance', ana)
    const none = { on: null, month: null, marketplace: null }
    expect(body).toMatchObject({ posted: 8, pending: 7.8 })
    expect(body.coming).toEqual([
      { ...none, on: '2026-12-30', amount: 4 },
      { ...none, on: '2027-01-29', amount: 3 },
      { ...none, amount: 0.8 },
    ])
  })
})
