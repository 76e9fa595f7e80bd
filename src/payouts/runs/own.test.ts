import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { post } from '../../earnings/testing/ledger.ts'
import { type Payee, type PayoutStage, setPayoutStage } from '../testing/stage.ts'

// Half an hour before a day of the reports on which something becomes posted.
const now = new Date('2026-11-27T07:30:00Z')
let app: TestApp
let stage: PayoutStage
beforeAll(async () => {
  app = await startTestApp()
  stage = await setPayoutStage(app, now)
})
afterAll(() => app.close())

const cents = (usd: number) => Math.round(usd * 100)
const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
const read = async ({ token }: { token: string }, id: string) =>
  app.request('GET', `/api/v1/me/payouts/${id}`, { token })
type Covered = { entry: { id: string; transaction_type: string }; amount: number }
/** An order of a creator that is posted, or will be tomorrow. */
async function earn(payee: Payee, gross: number, availableOn = '2026-11-01'): Promise<string> {
  const order = randomUUID()
  await post(app, payee, [{ order, gross, at: app.clock.now(), availableOn }])
  return order
}
const result = (line: { id: string }, from: string, state: string) =>
  stage.as(stage.ada, 'POST', `payout-lines/${line.id}/result`, { from, state, reason: 'Account closed' })

describe('what a payout covers (docs/product/payouts.md#what-a-payout-covers)', () => {
  it('is what became posted since the payout before, with what was held then and what came back', async () => {
    const maya = await stage.payee(5_000, { account: 'maya@pay.example' })
    const held = await earn(maya, 1_000)
    await earn(maya, 700, '2026-11-27')
    const of = { kind: 'order', order_item_id: held }
    const { body: hold } = await stage.as(stage.ada, 'POST', 'holds', { of, reason: 'We look' })
    const { lines } = await stage.approveAll()
    const first = await read(maya, lines[0].id)
    expect(first.body).toMatchObject({
      ...{ amount: 40, before: null, left: 0, rows: 48, held: 8, state: 'approved' },
      items: [
        { amount: 8, entry: { order_item_id: held } },
        { amount: 40, entry: { rule: 'sub_tag', amazon_orders: { product_title: 'What was bought' } } },
      ],
    })
    app.clock.advance(40 * 60_000)
    await stage.as(stage.ada, 'POST', `holds/${hold.id}/end`, { reason: 'Looked at' })
    const second = await stage.approveAll()
    expect((await read(maya, second.lines[0].id)).body).toMatchObject({
      ...{ amount: 13.6, before: first.body.number, left: 8, rows: 5.6, held: 0 },
      items: [{ amount: 5.6 }],
    })
    // The first one is made of the same as before.
    const { left, rows, held: heldThen, amount } = first.body
    expect((await read(maya, lines[0].id)).body).toMatchObject({ left, rows, held: heldThen, amount })
  })

  it('has a payout that came back', async () => {
    const maya = await stage.payee(5_000, { account: 'maya@pay.example' })
    const { lines } = await stage.approveAll()
    expect((await result(lines[0], 'approved', 'cancelled')).status).toBe(200)
    const again = await stage.approveAll()
    expect((await read(maya, again.lines[0].id)).body).toMatchObject({
      ...{ amount: 40, left: 0, rows: 40, held: 0 },
      items: [{ amount: 40, entry: { transaction_type: 'payout_reversal', reason: 'Account closed' } }],
    })
    expect((await read(maya, lines[0].id)).body).toMatchObject({
      state: 'cancelled',
      reason: 'Account closed',
    })
  })

  it('is for its creator alone, and never for a draft', async () => {
    const maya = await stage.payee(5_000, { account: 'maya@pay.example' })
    const { body: run } = await stage.draft()
    const [line] = await stage.linesOf(run.id)
    expect((await read(maya, line.id)).status).toBe(404)
    await stage.as(stage.bob, 'POST', `payout-runs/${run.id}/approve`)
    expect((await read(maya, line.id)).status).toBe(200)
    for (const other of [await signUp(app), stage.ada])
      expect((await read(other, line.id)).body.code).toBe('not_found')
    expect((await read(maya, `${line.id}?cursor=x`)).status).toBe(400)
  })

  it('comes to the cent to what was paid, and covers each row once, in any history', {
    timeout: 120_000,
  }, async () => {
    const step = fc.record({
      does: fc.constantFrom('earn', 'earn', 'later', 'adjust', 'hold', 'end', 'pay', 'fail'),
      cents: fc.integer({ min: 1_300, max: 4_000 }),
      nth: fc.nat(20),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        app.clock.set(now)
        await stage.beginAnew()
        const maya = await stage.payee(2_000, { account: 'maya@pay.example' })
        const orders: string[] = []
        const holds: string[] = []
        const paid: { id: string; state: string }[] = []
        const admin = (path: string, body: unknown) => stage.as(stage.ada, 'POST', path, body)
        // Somebody of the history before may become due in this one, whose clock stands earlier than theirs ended.
        const isHers = ({ username }: { username: string }) => username === maya.username
        for (const { does, cents: amount, nth } of [...steps, { does: 'pay', cents: 0, nth: 0 }]) {
          app.clock.advance(4 * 60_000)
          const order = orders[nth % Math.max(orders.length, 1)]
          const last = paid.at(-1)
          if (does === 'earn') orders.push(await earn(maya, amount))
          else if (does === 'later') orders.push(await earn(maya, amount, '2026-11-27'))
          else if (does === 'adjust')
            await admin('adjustments', {
              username: maya.username,
              amount: (nth - 8) / 100 || 1,
              reason: 'So',
            })
          else if (does === 'hold' && order) {
            const { status, body } = await admin('holds', {
              ...{ of: { kind: 'order', order_item_id: order }, reason: 'We look' },
            })
            if (status === 201) holds.push(body.id)
          } else if (does === 'end' && holds.length > 0)
            await admin(`holds/${holds.pop()}/end`, { reason: 'Looked at' })
          else if (does === 'pay' && (await stage.due()).due.some(isHers)) {
            const { lines } = await stage.approveAll()
            paid.push({ id: lines.find(isHers).id, state: 'approved' })
          } else if (does === 'fail' && last?.state === 'approved') {
            await result(last, 'approved', 'cancelled')
            last.state = 'cancelled'
          }
        }
        const covered: string[] = []
        for (const { id } of paid) {
          const { body } = await read(maya, id)
          const items: Covered[] = body.items
          expect(cents(body.left) + cents(body.rows) - cents(body.held)).toBe(cents(body.amount))
          expect(sum(items.map(({ amount }) => cents(amount)))).toBe(cents(body.rows))
          covered.push(...items.map(({ entry }) => entry.id))
        }
        expect(new Set(covered).size).toBe(covered.length)
      }),
      randomRuns(2),
    )
  })
})

describe('a file that was handed over (docs/product/payouts.md#results)', () => {
  it('has its payouts sent, the list of all those that are in no other file, each once', async () => {
    app.clock.set(now)
    await stage.beginAnew()
    const { run, lines } = await stage.approved(
      [5_000, { account: 'maya@pay.example' }],
      [5_000, { account: 'ben@pay.example', method: 'wise' }],
      [5_000, { account: 'By hand', method: 'other' }],
    )
    const fileOf = (kind: string) => run.files.find((file: { kind: string }) => file.kind === kind)
    expect(['paypal', 'wise', 'csv'].map((kind) => fileOf(kind).unsent)).toEqual([1, 1, 1])
    const send = (kind: string) => stage.as(stage.ada, 'POST', `payout-files/${fileOf(kind).id}/sent`)
    const states = async () =>
      Object.fromEntries(
        (await stage.linesOf(run.id)).map(({ method, state }: (typeof lines)[number]) => [method, state]),
      )
    const twice = await Promise.all([send('wise'), send('wise')])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await states()).toEqual({ paypal: 'approved', wise: 'sent', other: 'approved' })
    const { body } = await send('csv')
    expect(await states()).toEqual({ paypal: 'approved', wise: 'sent', other: 'sent' })
    expect(body.files).toMatchObject([
      { kind: 'csv', unsent: 0 },
      { kind: 'paypal', unsent: 1 },
      { kind: 'wise', unsent: 0 },
    ])
    expect((await stage.as(stage.ada, 'POST', `payout-files/${randomUUID()}/sent`)).status).toBe(404)
  })
})
