import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { insertOrder, insertPerson, insertProduct } from '../../tests/harness/factories.ts'
import { type Person, signUpAdmin } from '../../tests/harness/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startTestApp()
  ada = await signUpAdmin(app)
})
afterAll(() => app.close())

const note = (action: string, subject: string, details: object = {}) =>
  app.database.pool.query(
    `insert into admin_audit (actor_id, action, subject, details, created_at) values ($1, $2, $3, $4, now())`,
    [ada.id, action, subject, JSON.stringify(details)],
  )

async function newest() {
  const { status, body } = await app.request('GET', '/api/v1/admin/audit', { token: ada.token })
  expect(status).toBe(200)
  return body.items[0]
}

it('names what was acted on as it is now, and whose it is (docs/product/admin.md#audit-log)', async () => {
  const { db } = app.database
  const [ben, cleo] = [
    await insertPerson(db, { username: 'ben' }),
    await insertPerson(db, { username: 'cleo' }),
  ]
  const mug = await insertProduct(db, ben)
  const act = (path: string) =>
    app.request('POST', `/api/v1/admin/${path}`, { token: ada.token, body: { reason: 'Spam' } })

  expect((await act(`products/${mug.id}/hide`)).status).toBe(200)
  const hidden = await newest()
  expect(hidden).toMatchObject({ action: 'product.hide', subject: mug.id, details: { reason: 'Spam' } })
  expect(hidden.about).toMatchObject({ title: expect.stringMatching(/./), username: 'ben', day: null })

  expect((await act(`accounts/${ben.userId}/suspend`)).status).toBe(200)
  expect((await newest()).about).toMatchObject({ username: 'ben', title: null })

  const moved = { before: { payee_id: ben.payeeId }, after: { payee_id: cleo.payeeId } }
  await note('order.assign', 'no order', moved)
  expect((await newest()).about).toMatchObject({ from: 'ben', to: 'cleo', title: null, commission: null })

  await note('tracking_id.add', 'none', { tag: 'folio-20', payee_id: cleo.payeeId })
  expect((await newest()).about).toMatchObject({ username: 'cleo' })

  // An entry's subject may be gone, or no id at all.
  for (const [action, subject] of [
    ['import.merge', '1'],
    ['run.start', ben.userId],
    ['keys.rotate', 'kid'],
    ['click_flag.seen', cleo.userId],
  ] as const) {
    await note(action, subject)
    expect((await newest()).about).toMatchObject({ title: null, day: null, import_id: null, orders: null })
  }
})

it('gives an order’s commission in its own currency', async () => {
  const { db, owner } = app.database
  const { id } = await insertOrder(db)
  await owner.pool.query(
    `update amazon_orders set marketplace = 'jp', currency = 'JPY', commission_cents = 1200 where order_item_id = $1`,
    [id],
  )
  await note('order.accept', id)
  expect((await newest()).about).toMatchObject({ commission: 1_200, currency: 'JPY' })
})
