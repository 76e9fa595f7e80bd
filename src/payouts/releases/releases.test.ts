import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signInAgain, signUpAdmin } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { balancesOf, noteReleaseRule } from '../../earnings/index.ts'
import { signUpPayee } from '../../earnings/testing/ledger.ts'
import { calculate, giveOrder, putOrder } from '../../orders/posting/testing/orders.ts'
import { ManualClock } from '../../platform/clock.ts'
import { receiptOf } from '../testing/receipts.ts'

let app: TestApp
let admin: Person
let ana: Awaited<ReturnType<typeof signUpPayee>>
// By receipts from August on.
beforeAll(async () => {
  app = await startTestApp({
    clock: new ManualClock(new Date('2026-07-15T12:00:00Z')),
    env: { EARNINGS_RELEASE: 'receipt' },
  })
  admin = await signUpAdmin(app)
  ana = await signUpPayee(app)
  await goTo('2026-11-22')
})
afterAll(() => app.close())

const options = { reportTimeZone: 'America/Los_Angeles' }
const context = () => ({ db: app.database.db, clock: app.clock.now, actor: null })

async function goTo(day: string) {
  app.clock.advance(Date.parse(`${day}T12:00:00Z`) - app.clock.now().getTime())
  admin = { ...admin, token: (await signInAgain(app, admin)).access_token }
  ana = { ...ana, token: (await signInAgain(app, ana)).access_token }
}

async function earn(date: string, cents: number, id: string = randomUUID()) {
  const { db } = app.database
  await putOrder(db, id, { cents, date })
  await giveOrder(db, id, { person: { ...ana, userId: ana.id } })
  await calculate({ db, clock: app.clock.now })
  return id
}
const send = (path: string, body: unknown) =>
  app.request('POST', `/api/v1/admin/${path}`, { token: admin.token, body })
const pay = (month: string, amount: number, marketplace = 'us') =>
  send(
    'receipts',
    receiptOf({
      ...{ marketplace, month, amount, received_on: app.clock.now().toISOString().slice(0, 10) },
      reference: randomUUID(),
    }),
  )
const release = (month: string, body: unknown, marketplace = 'us') =>
  send(`months/${marketplace}/${month}/release`, body)
const monthOf = async (month: string) => {
  const { body } = await app.request('GET', `/api/v1/admin/receipts?year=${month.slice(0, 4)}`, {
    token: admin.token,
  })
  return body.items.find((one: { month: string }) => one.month === month)
}
const entriesOf = async () => (await app.request('GET', '/api/v1/me/ledger', ana)).body.items
const entryOf = async (order: string) =>
  (await entriesOf()).find((item: { order_item_id: string }) => item.order_item_id === order)

describe('releases (docs/product/payouts.md#releases)', () => {
  it('post a month by the calendar, or once Amazon has paid all that was reported', async () => {
    const [july, august] = [await earn('2026-07-20', 1_000), await earn('2026-08-20', 500)]
    expect(await entryOf(july)).toMatchObject({ status: 'posted', posted_on: '2026-09-29' })
    expect(await entryOf(august)).toMatchObject({ status: 'pending', posted_on: null })
    const { body } = await app.request('GET', '/api/v1/me/earnings?period=Y', ana)
    expect(body).toMatchObject({ all_time: { posted_earnings: 8, pending_earnings: 4 }, next_posting: null })
    expect((await app.request('GET', '/api/v1/me/balance', ana)).body.coming).toEqual([
      { on: null, month: '2026-08', marketplace: 'us', amount: 4 },
    ])
    await pay('2026-08', 3)
    expect(await monthOf('2026-08')).toMatchObject({ rule: 'receipt', released: null, difference: -2 })
    await pay('2026-08', 2)
    expect(await monthOf('2026-08')).toMatchObject({
      released: { on: '2026-11-22', how: 'paid_in_full', reason: null, by: admin.username },
    })
    expect(await monthOf('2026-07')).toMatchObject({ rule: 'calendar', released: null })
    expect(await entryOf(august)).toMatchObject({ status: 'posted', posted_on: '2026-11-22' })
    // What a later report adds to the month is posted with it.
    const late = await earn('2026-08-21', 100)
    expect(await entryOf(late)).toMatchObject({ status: 'posted' })
    expect((await release('2026-08', { how: 'paid_in_full' })).status).toBe(409)
    expect((await release('2026-07', { how: 'paid_in_full' })).body.message).toMatch(/calendar/)
  })

  it('leave a shortfall unreleased until its orders are held or the platform bears it', async () => {
    const [paid, unpaid] = [await earn('2026-09-02', 700), await earn('2026-09-03', 300)]
    await pay('2026-09', 7.5)
    expect(await entryOf(paid)).toMatchObject({ status: 'pending' })
    expect((await release('2026-09', { how: 'paid_in_full' })).status).toBe(409)
    const held = (...order_item_ids: string[]) =>
      release('2026-09', { how: 'orders_held', order_item_ids, reason: 'Amazon did not pay for it' })
    const problem = { details: { problems: [{ path: 'order_item_ids' }] } }
    expect(await held('unknown')).toMatchObject({ status: 400, body: problem })
    expect((await monthOf('2026-09')).released).toBeNull()
    expect((await held(unpaid)).status).toBe(200)
    expect(await entryOf(unpaid)).toMatchObject({ status: 'posted', held: 'Amazon did not pay for it' })
    expect(await entryOf(paid)).toMatchObject({ status: 'posted', held: null })
    expect((await monthOf('2026-09')).released).toMatchObject({ how: 'orders_held' })
    const { body } = await app.request('GET', '/api/v1/me/balance', ana)
    expect(body).toMatchObject({ held: 2.4, holds: [{ of: 'order', order_item_id: unpaid }] })

    const short = await earn('2026-10-02', 200)
    await pay('2026-10', 1)
    expect(
      (await release('2026-10', { how: 'orders_held', order_item_ids: [short], reason: 'x' }, 'uk')).status,
    ).toBe(409)
    const borne = await Promise.all(
      [0, 1, 2].map(() => release('2026-10', { how: 'platform', reason: 'Too little to ask for' })),
    )
    expect(borne.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await monthOf('2026-10')).released).toMatchObject({
      ...{ how: 'platform', reason: 'Too little to ask for' },
    })
    expect(await entryOf(short)).toMatchObject({ status: 'posted', held: null })
    await expect(app.database.owner.pool.query('delete from month_releases')).rejects.toThrow(/append-only/)
    await expect(
      app.database.owner.pool.query('update month_releases set released_on = released_on + 1'),
    ).rejects.toThrow(/append-only/)
  })

  it('take nothing back, whatever becomes of receipts, reports and the setting', async () => {
    const step = fc.record({
      does: fc.constantFrom('earn', 'pay', 'reverse', 'release', 'setting', 'next month'),
      cents: fc.integer({ min: 1, max: 1_000 }),
      back: fc.nat(3),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        // Limits count by the machine's time, in which many histories are a moment.
        await app.database.db.deleteFrom('rate_limits').execute()
        ana = await signUpPayee(app)
        // Months of their own, which no other history has touched.
        const day = app.clock.now()
        await goTo(
          new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 5, 3)).toISOString().slice(0, 10),
        )
        let setting: 'calendar' | 'receipt' = 'receipt'
        const rules: { from: string; rule: string }[] = []
        const released = new Set<string>()
        const sums = new Map<string, { reported: number; receipts: { id: string; cents: number }[] }>()
        const rows: { month: string; cents: number }[] = []
        const monthBack = (back: number) => {
          const now = app.clock.now()
          return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
            .toISOString()
            .slice(0, 7)
        }
        const sumsOf = (month: string) => {
          const found = sums.get(month) ?? { reported: 0, receipts: [] }
          sums.set(month, found)
          return found
        }
        const received = (month: string) => sumsOf(month).receipts.reduce((sum, { cents }) => sum + cents, 0)
        const ruleOf = (month: string) => rules.findLast(({ from }) => from <= month)?.rule ?? 'receipt'
        let before = new Set<string>()
        for (const { does, cents, back } of steps) {
          const month = monthBack(back)
          const isOver = back > 0
          const found = sumsOf(month)
          if (does === 'earn') {
            const gross = cents * 5
            await earn(`${month}-01`, gross)
            found.reported += gross
            rows.push({ month, cents: cents * 4 })
          } else if (does === 'pay' && isOver) {
            const { status, body } = await pay(month, cents / 20)
            expect(status).toBe(201)
            found.receipts.push({ id: body.id, cents: cents * 5 })
            if (ruleOf(month) === 'receipt' && found.reported > 0 && received(month) >= found.reported)
              released.add(month)
          } else if (does === 'reverse' && found.receipts.length > 0) {
            const gone = found.receipts.pop()
            expect((await send(`receipts/${gone?.id}/reverse`, { reason: 'Wrong' })).status).toBe(200)
          } else if (does === 'release') {
            const how =
              received(month) >= found.reported ? { how: 'paid_in_full' } : { how: 'platform', reason: 'x' }
            const isAllowed = isOver && ruleOf(month) === 'receipt' && !released.has(month)
            expect((await release(month, how)).status === 200).toBe(isAllowed)
            if (isAllowed) released.add(month)
          } else if (does === 'setting') {
            setting = setting === 'calendar' ? 'receipt' : 'calendar'
            await noteReleaseRule(context(), { release: setting, ...options })
            rules.push({ from: monthBack(-1), rule: setting })
          } else if (does === 'next month') await goTo(`${monthBack(-1)}-03`)
          const items: { id: string; status: string }[] = await entriesOf()
          const posted = new Set(items.flatMap(({ id, status }) => (status === 'posted' ? [id] : [])))
          expect([...before].filter((id) => !posted.has(id))).toEqual([])
          before = posted
          const today = app.clock.now().toISOString().slice(0, 10)
          const isPosted = (month: string) => {
            if (ruleOf(month) === 'receipt') return released.has(month)
            const end = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 60))
            return end.toISOString().slice(0, 10) <= today
          }
          const sum = (some: typeof rows) => some.reduce((all, row) => all + row.cents, 0)
          expect((await balancesOf(context(), [ana.payeeId], options)).get(ana.payeeId)).toMatchObject({
            posted: sum(rows.filter((row) => isPosted(row.month))),
            pending: sum(rows.filter((row) => !isPosted(row.month))),
          })
        }
        await noteReleaseRule(context(), { release: 'receipt', ...options })
      }),
      randomRuns(4),
    )
  })
})
