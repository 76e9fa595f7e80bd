import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { giveOrder, putOrder } from '../../orders/posting/testing/orders.ts'
import type { ReconciledMonth } from './contract.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(new Date('2026-11-22T12:00:00Z'))
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

const receipt = (values: Record<string, unknown> = {}) => ({
  ...{
    marketplace: 'us',
    month: '2026-09',
    amount: 12.5,
    received_on: '2026-11-20',
    reference: randomUUID(),
  },
  ...values,
})
const record = (values: Record<string, unknown> = {}) =>
  app.request('POST', '/api/v1/admin/receipts', { token: admin.token, body: receipt(values) })
const reverse = (id: string, reason = 'Typed wrongly') =>
  app.request('POST', `/api/v1/admin/receipts/${id}/reverse`, { token: admin.token, body: { reason } })
async function months(year = 2026): Promise<ReconciledMonth[]> {
  const { status, body } = await app.request('GET', `/api/v1/admin/receipts?year=${year}`, {
    token: admin.token,
  })
  expect(status).toBe(200)
  return body.items
}
const monthOf = async (month: string, marketplace = 'us') =>
  (await months()).find((one) => one.month === month && one.marketplace === marketplace)

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
      .set({ confidence: 'medium', review: 'own_purchase', is_held: false })
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
      receipts: [{ amount: 13, recorded_by: admin.username, reversed: null }],
    })
    expect(await months(2025)).toEqual([])
  })

  it('are refused for what cannot be, naming the field', async () => {
    const problem = (path: string) => ({ status: 400, body: { details: { problems: [{ path }] } } })
    expect(await record({ month: '2026-11' })).toMatchObject(problem('month'))
    expect(await record({ received_on: '2026-11-23' })).toMatchObject(problem('received_on'))
    expect(await record({ received_on: '2026-08-31' })).toMatchObject(problem('received_on'))
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
      receipts: [
        { amount: 4, reversed: null },
        { amount: 40, reversed: { by: admin.username, reason: 'Typed wrongly' } },
      ],
    })
    const { rows } = await app.database.owner.pool.query(
      `select action, details from admin_audit where subject = $1 order by id`,
      [first.id],
    )
    expect(rows).toMatchObject([
      { action: 'receipt.record', details: { amount: 40, month: '2026-07' } },
      { action: 'receipt.reverse', details: { amount: 40, reason: 'Typed wrongly' } },
    ])
  })

  it.each([
    'update receipts set amount_cents = amount_cents + 1',
    `update receipts set reversal_reason = 'Another' where reversed_at is not null`,
    'delete from receipts',
    'truncate receipts',
  ])('are never changed: %s', async (statement) => {
    const { body } = await record()
    await reverse(body.id)
    await expect(app.database.owner.pool.query(statement)).rejects.toThrow()
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
            const { status, body } = await record({ month, marketplace, amount: cents / 100 })
            expect(status).toBe(201)
            standing.push({ id: body.id, cents, marketplace })
          }
        }
        for (const marketplace of ['us', 'uk']) {
          const own = standing.filter((one) => one.marketplace === marketplace)
          const received = own.reduce((sum, { cents }) => sum + cents, 0) / 100
          const found = await monthOf(month, marketplace)
          expect(found?.received ?? 0).toBe(received)
          expect(
            found?.receipts
              .filter(({ reversed }) => !reversed)
              .map(({ id }) => id)
              .sort() ?? [],
          ).toEqual(own.map(({ id }) => id).sort())
        }
      }),
      randomRuns(8),
    )
  })
})
