import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import {
  insertPerson,
  insertProduct,
  type Person,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { idsOf, type Review, reviewOf, storeMatch, storeOrder } from '../testing/stage.ts'
import type { AdminOrder } from './contract.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof signUpAdmin>>
let review: Review
let creator: Person
let product: ProductRow
const found = async (query: Record<string, string>) => idsOf(await review.list(query))

beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
  review = reviewOf(app, admin)
  creator = await insertPerson(app.database.db, { username: 'ana_orders' })
  product = await insertProduct(app.database.db, creator)
})
afterAll(() => app.close())

describe('GET admin/orders: what is under review (decisions 33 and 34)', () => {
  const credited = () =>
    ({ confidence: 'medium', payee_id: creator.payeeId, product_id: product.id }) as const
  beforeAll(async () => {
    const restated = { review_reason: 'restated_ambiguously', order_date: '2024-02-03' }
    await storeOrder(app, { id: 'review-1', ...restated, waits: false })
    await storeOrder(app, { id: 'review-2', order_date: '2024-02-02' })
    await storeMatch(app, 'review-2', { ...credited(), review: 'several_creators' })
    await storeOrder(app, { id: 'review-3', ...restated, order_date: '2024-02-01' })
    await storeMatch(app, 'review-3', { ...credited(), review: 'own_purchase' })
    // What is no longer in any report is under no review.
    await storeOrder(app, { id: 'review-4', order_date: '2024-02-04', observation_id: null })
    await storeMatch(app, 'review-4', { ...credited(), review: 'several_creators' })
  })

  it('is one list, each order once, with all its reasons', async () => {
    const { items } = await review.list({ state: 'under_review' })
    expect(items.map((item: AdminOrder) => [item.order_item_id, item.under_review])).toEqual([
      ['review-1', ['restated_ambiguously']],
      ['review-2', ['several_creators']],
      ['review-3', ['restated_ambiguously', 'own_purchase']],
    ])
    const { body } = await review.call('GET', 'pipeline')
    expect(body.under_review).toBe(3)
    const me = await app.request('GET', '/api/v1/me', { token: admin.token })
    expect(me.body.waiting.orders).toBe(3)
  })

  it.each([
    ['an order item’s id', 'review-', ['review-1', 'review-2', 'review-3']],
    ['a creator', '@ana_orders', ['review-2', 'review-3']],
  ])('is searched by %s', async (_, q, ids) => {
    expect(await found({ state: 'under_review', q })).toEqual(ids)
  })

  it('continues where a page ended, and refuses two lists at once', async () => {
    const cursor = '2024-02-02_review-2'
    expect(await found({ state: 'under_review', cursor })).toEqual(['review-3'])
    expect((await review.call('GET', 'orders?state=undecided')).status).toBe(400)
  })
})
