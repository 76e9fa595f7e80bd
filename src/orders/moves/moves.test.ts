import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { signUpPayee } from '../../earnings/testing/ledger.ts'
import { ManualClock } from '../../platform/clock.ts'
import { calculate, giveOrder, putOrder } from '../posting/testing/orders.ts'

let app: TestApp
let admin: Person
let ana: Awaited<ReturnType<typeof signUpPayee>>
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(new Date('2026-11-20T12:00:00Z')) })
  admin = await signUpAdmin(app)
  ana = await signUpPayee(app)
})
afterAll(() => app.close())

const call = (method: string, body?: unknown) =>
  app.request(method, '/api/v1/admin/months/moves', { token: admin.token, ...(body ? { body } : {}) })
const post = () => calculate({ db: app.database.db, clock: app.clock.now })
/** An order that was posted by the day of the order, and is known by now to have shipped on another. */
async function shippedLater(id: string, { date, shipped }: { date: string; shipped: string }) {
  const { db, owner } = app.database
  await putOrder(db, id, { cents: 500, date })
  await giveOrder(db, id, { person: { ...ana, userId: ana.id } })
  await post()
  await owner.pool.query('update amazon_orders set shipped_on = $2 where order_item_id = $1', [id, shipped])
  await owner.pool.query('delete from orders_to_post')
}
const monthsOf = async (id: string) => {
  const { rows } = await app.database.pool.query(
    `select to_char(earning_month, 'YYYY-MM') as month, sum(gross_commission_cents)::int as cents from earnings_ledger
     where order_item_id = $1 group by 1 having sum(gross_commission_cents) <> 0 order by 1`,
    [id],
  )
  return rows.map(({ month, cents }) => `${month} ${cents}`)
}

describe('months of before (docs/product/payouts.md#months-of-before)', () => {
  it('move, once an admin has seen what, with the next calculation; what is posted stays', async () => {
    await shippedLater('moves', { date: '2026-10-30', shipped: '2026-11-02' })
    await shippedLater('moves-too', { date: '2026-10-31', shipped: '2026-11-01' })
    await shippedLater('same-month', { date: '2026-10-01', shipped: '2026-10-02' })
    await shippedLater('posted', { date: '2026-07-30', shipped: '2026-08-02' })
    const seen = (await call('GET')).body
    expect(seen).toEqual({
      orders: 2,
      items: [{ marketplace: 'us', from: '2026-10', to: '2026-11', orders: 2, amount: 10 }],
    })
    expect(await call('POST', { orders: 3 })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await post()
    expect(await monthsOf('moves')).toEqual(['2026-10 500'])

    const answers = await Promise.all([1, 2, 3].map(() => call('POST', { orders: 2 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await call('GET')).body).toEqual({ orders: 0, items: [] })
    await post()
    expect(await monthsOf('moves')).toEqual(['2026-11 500'])
    expect(await monthsOf('moves-too')).toEqual(['2026-11 500'])
    expect(await monthsOf('posted')).toEqual(['2026-07 500'])
    expect((await call('GET')).body).toEqual({ orders: 0, items: [] })
  })
})
