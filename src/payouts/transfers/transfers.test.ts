import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { giveOrder, putOrder } from '../../orders/posting/testing/orders.ts'
import { receiptOf } from '../testing/receipts.ts'
import type { ReconciledMonth, Transfer } from './contract.ts'
import { dollarsOfLines } from './rules.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(new Date('2026-11-22T12:00:00Z'))
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

const record = ({ month = '2026-09', amount = 12.5, ...values }: Record<string, unknown> = {}) =>
  app.request('POST', '/api/v1/admin/receipts', {
    token: admin.token,
    body: receiptOf({
      ...{ month: String(month), amount: amount as number },
      ...{ received_on: '2026-11-20', reference: randomUUID(), ...values },
    }),
  })
const reverse = (id: string, reason = 'Typed wrongly') =>
  app.request('POST', `/api/v1/admin/receipts/${id}/reverse`, { token: admin.token, body: { reason } })
async function listed(year = 2026): Promise<{ items: ReconciledMonth[]; transfers: Transfer[] }> {
  const { status, body } = await app.request('GET', `/api/v1/admin/receipts?year=${year}`, {
    token: admin.token,
  })
  expect(status).toBe(200)
  return body
}
const months = async (year?: number) => (await listed(year)).items
const transfersOf = async (month: string, marketplace = 'us') =>
  (await listed()).transfers.filter(
    (one) => one.marketplace === marketplace && one.lines.some((line) => line.month === month),
  )
const monthOf = async (month: string, marketplace = 'us') =>
  (await months()).find((one) => one.month === month && one.marketplace === marketplace)

/** Sends a transfer, and where it was asked about something, once more with all of it confirmed. */
async function confirm(values: Record<string, unknown>) {
  const sent = { reference: randomUUID(), ...values }
  const first = await record({ ...sent, confirmed: [] })
  const ids: string[] = (first.body.details?.questions ?? []).map(({ id }: { id: string }) => id)
  return { asked: ids, answer: ids.length > 0 ? await record({ ...sent, confirmed: ids }) : first }
}

describe('receipts (docs/product/payouts.md#receipts)', () => {
  it('stand beside what reports say of the month, by creators, nobody and under review', async () => {
    const { db } = app.database
    const ana = await insertPerson(db)
    const own = { person: ana, productId: (await insertProduct(db, ana)).id }
    for (const [id, cents, state] of [
      ['r-1', 1_000, {}],
      ['r-2', 300, {}],
      ['r-3', 20, {}],
      ['r-4', 5, { status: 'returned' }],
      ['r-5', 7, { status: 'pending' }],
    ] as const)
      await putOrder(db, id, { cents, date: '2026-08-31', ...state })
    await giveOrder(db, 'r-1', own)
    await giveOrder(db, 'r-2', null)
    await giveOrder(db, 'r-3', own)
    await db
      .updateTable('order_matches')
      .set({ confidence: 'medium', review: 'own_purchase', is_decided: false })
      .where('order_item_id', '=', 'r-3')
      .execute()
    await record({ month: '2026-08', amount: 13 })
    expect(await monthOf('2026-08')).toMatchObject({
      reported: 13.2,
      of_creators: 10,
      of_nobody: 3,
      under_review: 0.2,
      received: 13,
      difference: -0.2,
      currency: 'USD',
    })
    expect(await transfersOf('2026-08')).toMatchObject([
      {
        ...{ amount: 13, usd: 13, recorded_by: admin.username, reversed: null },
        lines: [{ kind: 'commissions', month: '2026-08', amount: 13, usd: 13, order_item_ids: [] }],
      },
    ])
    expect(await months(2025)).toEqual([])
  })

  it('are refused for what cannot be, naming the field', async () => {
    const problem = (path: string) => ({ status: 400, body: { details: { problems: [{ path }] } } })
    expect(await record({ received_on: '2026-11-23' })).toMatchObject(problem('received_on'))
    expect(await record({ usd: 13 })).toMatchObject(problem('usd'))
    expect(await record({ marketplace: 'uk' })).toMatchObject(problem('usd'))
    expect(await record({ marketplace: 'jp', amount: 1.5, usd: 1 })).toMatchObject(problem('amount'))
    const bad = (line: object) => record({ lines: [line] })
    expect(await bad({ kind: 'bounty', amount: -12.5 })).toMatchObject(problem('lines.0.amount'))
    expect(await bad({ kind: 'deduction', amount: 12.5 })).toMatchObject(problem('lines.0.amount'))
    expect(await bad({ kind: 'commissions', amount: 12.5 })).toMatchObject(problem('lines.0.month'))
    expect(await bad({ kind: 'bounty', amount: 12 })).toMatchObject(problem('amount'))
    for (const amount of [0, 0.001, 1e-24]) expect(await record({ amount })).toMatchObject(problem('amount'))
    expect(await record({ amount: -1 })).toMatchObject(problem('amount'))
    expect(await record({ marketplace: 'xx' })).toMatchObject(problem('marketplace'))
    expect(await reverse(randomUUID())).toMatchObject({ status: 404 })
  })

  it('count a payment once, also when it is recorded many times at once', async () => {
    const reference = randomUUID()
    const answers = await Promise.all(Array.from({ length: 6 }, () => record({ reference })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const [refused] = answers.filter(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'conflict', details: { problems: [{ path: 'reference' }] } })
  })

  it('are reversed once, stay in the list, and free their reference', async () => {
    const reference = randomUUID()
    const { body: first } = await record({ month: '2026-07', amount: 40, reference })
    const reversals = await Promise.all([reverse(first.id), reverse(first.id), reverse(first.id)])
    expect(reversals.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await record({ month: '2026-07', amount: 4, reference })).status).toBe(201)
    expect(await monthOf('2026-07')).toMatchObject({
      received: 4,
    })
    expect(await transfersOf('2026-07')).toMatchObject([
      { amount: 4, reversed: null },
      { amount: 40, reversed: { by: admin.username, reason: 'Typed wrongly' } },
    ])
    const { rows } = await app.database.owner.pool.query(
      `select action, details from admin_audit where subject = $1 order by id`,
      [first.id],
    )
    expect(rows).toMatchObject([
      { action: 'receipt.record', details: { amount: 40, months: ['2026-07'] } },
      { action: 'receipt.reverse', details: { amount: 40, reason: 'Typed wrongly' } },
    ])
  })

  it.each([
    'update transfers set amount = amount + 1, usd_cents = usd_cents + 1',
    'update transfer_lines set amount = amount + 1, usd_cents = usd_cents + 1',
    `update transfers set reversal_reason = 'Another' where reversed_at is not null`,
    'delete from transfer_lines',
    'delete from transfers',
    'truncate transfers cascade',
    `insert into transfer_lines (transfer_id, place, kind, amount, usd_cents) select id, 9, 'bounty', 1, 1 from transfers`,
  ])('are never changed: %s', async (statement) => {
    const { body } = await record()
    await reverse(body.id)
    await expect(app.database.owner.pool.query(statement)).rejects.toThrow()
  })

  it('find a reference whatever its case', async () => {
    expect((await record({ reference: 'Amzn-7' })).status).toBe(201)
    expect(await record({ reference: 'AMZN-7' })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it('ask once about a month that was not over, has no orders or is before the first one', async () => {
    await putOrder(app.database.db, 'first', { cents: 100, date: '2026-03-05' })
    const of = (month: string, received_on = '2026-11-20') => confirm({ month, received_on })
    for (const [month, received_on, asked] of [
      ['2026-11', '2026-11-20', ['not_over 2026-11']],
      ['2027-01', '2026-11-20', ['not_over 2027-01']],
      ['2026-09', '2026-08-31', ['not_over 2026-09']],
      ['2026-02', '2026-11-20', ['before_first 2026-02']],
      ['2026-05', '2026-11-20', ['no_orders 2026-05']],
      ['2026-03', '2026-11-20', []],
    ] as const) {
      const found = await of(month, received_on)
      expect([month, found.asked, found.answer.status]).toEqual([month, asked, 201])
    }
    expect((await record({ month: '2026-02', confirmed: ['no_orders 2026-05'] })).body).toMatchObject({
      code: 'confirmation_required',
      details: {
        questions: [
          { id: 'before_first 2026-02', text: 'February 2026 is before the first order of amazon.com.' },
        ],
      },
    })
  })

  it('bring several months, bounties and deductions at once, of which only commissions count for a month', async () => {
    await putOrder(app.database.db, 'taken', { cents: 2_000, date: '2026-03-06' })
    await putOrder(app.database.db, 'other', { cents: 2_000, date: '2026-04-06' })
    const before = (await monthOf('2026-03'))?.received ?? 0
    const lines = [
      { kind: 'commissions', month: '2026-03', amount: 90 },
      { kind: 'commissions', month: '2026-04', amount: -5 },
      { kind: 'bounty', amount: 10 },
      { kind: 'deduction', amount: -3 },
      { kind: 'deduction', amount: -20, order_item_ids: ['taken', 'taken'] },
    ]
    const several = [...lines.slice(0, 4), { ...lines[4], order_item_ids: ['taken', 'other'] }]
    const path = 'lines.4.order_item_ids'
    const problem = { status: 400, body: { details: { problems: [{ path }] } } }
    expect(await record({ amount: 72, lines: several })).toMatchObject(problem)
    const unknown = [...lines.slice(0, 4), { ...lines[4], order_item_ids: ['nobody-knows'] }]
    expect(await record({ amount: 72, lines: unknown })).toMatchObject(problem)
    const { body } = await record({ amount: 72, lines })
    expect(body.lines).toMatchObject([
      ...lines.slice(0, 4),
      { kind: 'deduction', month: '2026-03', amount: -20, order_item_ids: ['taken'] },
    ])
    expect((await monthOf('2026-03'))?.received).toBe(before + 70)
    expect((await monthOf('2026-04'))?.received).toBe(-5)
    const { items } = (await app.request('GET', '/api/v1/admin/holds', { token: admin.token })).body
    expect(items).toMatchObject([{ order_item_id: 'taken', ended: null }])
  })

  it('give each line its part of the dollars, and lose no cent', () => {
    expect(dollarsOfLines([5_000, 5_001, -1], 12_345)).toEqual([6_173, 6_173, -1])
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 1e10 }),
        (amounts, usd) => {
          const total = amounts.reduce((sum, one) => sum + one, 0)
          fc.pre(total > 0)
          const lines = dollarsOfLines(amounts, usd)
          expect(lines.reduce((sum, one) => sum + one, 0)).toBe(usd)
          for (const [n, amount] of amounts.entries())
            expect(Math.abs((lines[n] ?? 0) - (amount * usd) / total)).toBeLessThan(1.001)
        },
      ),
      randomRuns(200),
    )
  })

  it('say their amount in the marketplace’s currency, and ask about dollars far from the rate', async () => {
    const { db } = app.database
    await putOrder(db, 'yen', { cents: 1_000, date: '2026-08-05', marketplace: 'jp' })
    await db
      .insertInto('exchange_rates')
      .values({
        currency: 'JPY',
        earning_month: '2026-08',
        usd_per_unit: '0.0066',
        source: 'A bank',
        set_at: new Date(),
      })
      .execute()
    const yen = { marketplace: 'jp', month: '2026-08', amount: 1_000 }
    expect((await confirm({ ...yen, usd: 65 })).asked).toEqual(['rate 1000 65'])
    const { asked, answer } = await confirm({ ...yen, amount: 900, usd: 5.7 })
    expect([asked, answer.status]).toEqual([[], 201])
    expect(await monthOf('2026-08', 'jp')).toMatchObject({
      ...{ currency: 'JPY', reported: 1_000, received: 1_900, difference: 900 },
    })
  })

  it('come to what any history of recording and reversing says', async () => {
    const month = '2026-06'
    const standing: { id: string; cents: number; marketplace: string }[] = []
    const step = fc.record({
      cents: fc.integer({ min: 1, max: 1_000_000 }),
      marketplace: fc.constantFrom('us', 'uk'),
      isReversal: fc.boolean(),
      nth: fc.nat(20),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const { cents, marketplace, isReversal, nth } of steps) {
          if (isReversal && standing.length > 0) {
            const [gone] = standing.splice(nth % standing.length, 1)
            expect((await reverse(`${gone?.id}`)).status).toBe(200)
          } else {
            const usd = marketplace === 'uk' ? { usd: cents / 100 } : {}
            const { answer } = await confirm({ month, marketplace, amount: cents / 100, ...usd })
            const { status, body } = answer
            expect(status).toBe(201)
            standing.push({ id: body.id, cents, marketplace })
          }
        }
        for (const marketplace of ['us', 'uk']) {
          const own = standing.filter((one) => one.marketplace === marketplace)
          const received = own.reduce((sum, { cents }) => sum + cents, 0) / 100
          const found = await monthOf(month, marketplace)
          expect(found?.received ?? 0).toBe(received)
          const left = (await transfersOf(month, marketplace)).filter(({ reversed }) => !reversed)
          expect(left.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => id).sort())
        }
      }),
      randomRuns(8),
    )
  })
})
