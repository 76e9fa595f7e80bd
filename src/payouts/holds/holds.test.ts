import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { appendEntries } from '../../earnings/index.ts'
import { signUpPayee } from '../../earnings/testing/ledger.ts'
import { calculate, giveOrder, putOrder } from '../../orders/posting/testing/orders.ts'
import { ManualClock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/context.ts'

let app: TestApp
let admin: Person
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(new Date('2026-11-22T12:00:00Z')) })
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

type Payee = Awaited<ReturnType<typeof signUpPayee>>
const send = (path: string, body: unknown) =>
  app.request('POST', `/api/v1/admin/${path}`, { token: admin.token, body })
const hold = (of: unknown, reason = 'We look into it') => send('holds', { of, reason })
const end = (id: string) => send(`holds/${id}/end`, { reason: 'Looked at' })
const balance = async ({ token }: Payee) => (await app.request('GET', '/api/v1/me/balance', { token })).body

async function earn(payee: Payee, date: string, cents: number): Promise<string> {
  const { db } = app.database
  const id = randomUUID()
  await putOrder(db, id, { cents, date })
  await giveOrder(db, id, { person: { ...payee, userId: payee.id } })
  await calculate({ db, clock: app.clock.now })
  return id
}
const pay = (payee: Payee, cents: number) =>
  inTransaction({ db: app.database.db, clock: app.clock.now, actor: null }, (tx) =>
    appendEntries(
      tx,
      [{ payeeId: payee.payeeId, type: 'payout', userCents: -cents, reference: randomUUID(), reason: null }],
      { reportTimeZone: 'UTC' },
    ),
  )

describe('holds (docs/product/payouts.md#holds)', () => {
  it('of a creator, an order or a month are read by the creator, and end', async () => {
    const [ana, ben] = [await signUpPayee(app), await signUpPayee(app)]
    const mine = await earn(ana, '2026-06-02', 1_000)
    await earn(ana, '2026-07-02', 500)
    await earn(ben, '2026-07-02', 100)
    const { status, body: ofOrder } = await hold({ kind: 'order', order_item_id: mine })
    expect(status).toBe(201)
    expect(ofOrder).toMatchObject({ order_item_id: mine, creator: null, month: null, ended: null })
    expect(await balance(ana)).toMatchObject({ posted: 12, held: 8, available: 4 })
    const { body: ledger } = await app.request('GET', '/api/v1/me/ledger', ana)
    expect(ledger.items.map(({ held }: { held: string | null }) => held)).toEqual([null, 'We look into it'])
    const { body: orders } = await app.request('GET', '/api/v1/me/ledger/orders', ana)
    expect(orders.items.map(({ held }: { held: string | null }) => held)).toEqual([null, 'We look into it'])

    const { body: ofMonth } = await hold(
      { kind: 'month', marketplace: 'us', month: '2026-07' },
      'Amazon looks',
    )
    expect(await balance(ana)).toMatchObject({ held: 12, available: 0 })
    expect(await balance(ben)).toMatchObject({
      ...{ held: 0.8, available: 0, holds: [{ of: 'month', month: '2026-07', reason: 'Amazon looks' }] },
    })
    const { body: ofAna } = await hold({ kind: 'creator', username: ana.username })
    expect(ofAna).toMatchObject({ creator: { username: ana.username }, set_by: admin.username })
    expect((await hold({ kind: 'creator', username: ana.username })).status).toBe(409)
    for (const { id } of [ofMonth, ofOrder]) expect((await end(id)).status).toBe(200)
    expect(await balance(ana)).toMatchObject({ held: 12, available: 0, holds: [{ of: 'everything' }] })
    const ends = await Promise.all([end(ofAna.id), end(ofAna.id)])
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await balance(ana)).toMatchObject({ held: 0, available: 12, holds: [] })
    const { body } = await app.request('GET', '/api/v1/admin/holds', { token: admin.token })
    expect(body.items).toMatchObject([
      { id: ofAna.id, ended: { by: admin.username, reason: 'Looked at' } },
      { id: ofMonth.id },
      { id: ofOrder.id },
    ])
    const { rows } = await app.database.owner.pool.query(
      'select action from admin_audit where subject = $1 order by id',
      [ofAna.id],
    )
    expect(rows).toEqual([{ action: 'hold.set' }, { action: 'hold.end' }])
  })

  it('are refused for what there is not, and never change in the database', async () => {
    expect(await hold({ kind: 'creator', username: 'nobody-here' })).toMatchObject({ status: 400 })
    expect(await hold({ kind: 'order', order_item_id: 'nothing' })).toMatchObject({
      ...{ status: 400, body: { details: { problems: [{ path: 'order_item_id' }] } } },
    })
    expect((await end(randomUUID())).status).toBe(404)
    const { body } = await hold({ kind: 'month', marketplace: 'uk', month: '2026-01' })
    await end(body.id)
    for (const statement of [
      `update payout_holds set reason = 'Another'`,
      `update payout_holds set end_reason = 'Another' where ended_at is not null`,
      'delete from payout_holds',
      'truncate payout_holds',
    ])
      await expect(app.database.owner.pool.query(statement), statement).rejects.toThrow()
  })

  it('come to what any history of earning, paying and holding says', async () => {
    const step = fc.record({
      does: fc.constantFrom('earn', 'pay', 'hold order', 'hold month', 'hold creator', 'end'),
      cents: fc.integer({ min: 1, max: 1_000 }),
      nth: fc.nat(20),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        const ana = await signUpPayee(app)
        const orders: { id: string; month: string; cents: number }[] = []
        const holds: { id: string; covers: (order: (typeof orders)[number]) => boolean; isAll: boolean }[] =
          []
        let paid = 0
        for (const { does, cents, nth } of steps) {
          const month = `2026-0${(nth % 3) + 1}`
          const order = orders[nth % Math.max(orders.length, 1)]
          const add = async (of: unknown, covers: (typeof holds)[number]['covers'], isAll = false) => {
            const { status, body } = await hold(of)
            if (status === 201) holds.push({ id: body.id, covers, isAll })
          }
          if (does === 'earn') {
            const id = await earn(ana, `${month}-05`, cents * 5)
            orders.push({ id, month, cents: cents * 4 })
          } else if (does === 'pay') {
            await pay(ana, cents)
            paid += cents
          } else if (does === 'hold order' && order)
            await add({ kind: 'order', order_item_id: order.id }, ({ id }) => id === order.id)
          else if (does === 'hold month')
            await add({ kind: 'month', marketplace: 'us', month }, (one) => one.month === month)
          else if (does === 'hold creator')
            await add({ kind: 'creator', username: ana.username }, () => true, true)
          else if (does === 'end' && holds.length > 0)
            await end(`${holds.splice(nth % holds.length, 1)[0]?.id}`)
          const sum = (some: typeof orders) => some.reduce((all, one) => all + one.cents, 0)
          const left = Math.max(sum(orders) - paid, 0)
          const ofRows = sum(orders.filter((one) => holds.some(({ covers }) => covers(one))))
          const held = holds.some(({ isAll }) => isAll) ? left : Math.min(ofRows, left)
          const found = await balance(ana)
          expect(
            [found.posted, found.paid, found.held, found.available].map((usd) => Math.round(usd * 100)),
          ).toEqual([sum(orders), paid, held, sum(orders) - paid - held])
        }
        for (const { id } of holds) await end(id)
      }),
      randomRuns(4),
    )
  })
})
