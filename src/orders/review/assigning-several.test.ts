import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type ProductRow } from '../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { type Review, reviewOf, storeMatch, storeOrder } from '../testing/stage.ts'

let app: TestApp
let review: Review
let product: ProductRow
beforeAll(async () => {
  app = await startTestApp()
  review = reviewOf(app, await signUpAdmin(app))
  product = await insertProduct(
    app.database.db,
    await insertPerson(app.database.db, { username: 'ana_several' }),
  )
})
afterAll(() => app.close())

const assign = (orders: [id: string, version: number | null][], reason = 'Her receipts') =>
  review.call('PUT', 'order-matches', {
    orders: orders.map(([order_item_id, version]) => ({ order_item_id, version })),
    product_ref: product.shortLinkId,
    reason,
    note_to_creator: 'Thank you',
  })
const matchOf = async (id: string) => (await review.read(id)).body.match
const noted = async () =>
  (await app.database.pool.query(`select subject from admin_audit where action = 'order.assign' order by 1`))
    .rows

it('assigns several orders at once, each with its line in the audit log; a repetition changes nothing', async () => {
  const one = await storeOrder(app, { id: 'several-1' })
  const two = await storeOrder(app, { id: 'several-2' })
  await storeMatch(app, two)
  for (const _ of ['first', 'again']) {
    expect(
      await assign([
        [two, 1],
        [one, null],
      ]),
    ).toMatchObject({ status: 200, body: { assigned: 2 } })
    for (const id of [one, two])
      expect(await matchOf(id)).toMatchObject({
        confidence: 'manual',
        is_decided: true,
        creator: { username: 'ana_several' },
        note_to_creator: 'Thank you',
      })
    expect(await noted()).toEqual([{ subject: one }, { subject: two }])
  }
})

it('assigns none where one has changed, is unknown or withdrawn, and names it', async () => {
  const fine = await storeOrder(app, { id: 'fine-1' })
  const changed = await storeOrder(app, { id: 'zz-changed' })
  await storeMatch(app, changed)
  const withdrawn = await storeOrder(app, { id: 'zz-withdrawn', observation_id: null })
  for (const [id, version, code] of [
    [changed, null, 'version_mismatch'],
    ['zz-nowhere', null, 'not_found'],
    [withdrawn, null, 'conflict'],
  ] as const) {
    const { body } = await assign([
      [fine, null],
      [id, version],
    ])
    expect([body.code, body.message.includes(id), await matchOf(fine)]).toEqual([code, true, null])
  }
})

it('accepts a hundred orders at most', async () => {
  const many = Array.from({ length: 101 }, (_, n): [string, null] => [`many-${n}`, null])
  expect((await assign(many)).body.code).toBe('validation_failed')
})
