import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { type Person, signUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { storeOrder } from '../testing/stage.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

const invoke = (token?: string) =>
  app.request('POST', '/functions/v1/commission-matcher', { ...(token && { token }) })

describe('POST /functions/v1/commission-matcher (docs/product/calls.md#functions)', () => {
  it('credits an order to the creator whose link was pressed on its day, and decides again while the day lasts', async () => {
    const owner = await insertPerson(app.database.db)
    const product = await insertProduct(app.database.db, owner, { asin: 'B0C7KQ4T2M' })
    const seen = randomUUID()
    const record = (body: object) =>
      app.request('POST', `/api/v1/products/${product.id}/clicks`, {
        body: { referrer: null, ...body },
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:143.0) Gecko/20100101 Firefox/143.0' },
      })
    await record({ kind: 'view', event_id: seen })
    expect(await record({ kind: 'outbound', view_event_id: seen })).toMatchObject({
      status: 201,
      body: { outcome: 'counted' },
    })
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Los_Angeles' }).format(
      app.clock.now(),
    )
    const id = await storeOrder(app, { asin: 'B0C7KQ4T2M', order_date: today })
    await storeOrder(app, { asin: 'B0NOBODYS1' })

    const found = { matched: 1, high_confidence: 1, medium_confidence: 0, review: 0 }
    expect(await invoke(admin.token)).toMatchObject({
      status: 200,
      body: { success: true, results: { ...found, total: 2, no_match: 1 } },
    })
    const order = await app.request('GET', `/api/v1/admin/orders/${id}`, { token: admin.token })
    expect(order.body).toMatchObject({
      match: {
        confidence: 'high',
        rule: 'outbound_24h',
        creator: { username: owner.username },
        product_id: product.id,
        short_link_id: product.shortLinkId,
        version: 1,
      },
      evidence: { click_kind: 'outbound', clicked_at: app.clock.now().toISOString(), creators: 1 },
    })
    expect((await invoke(admin.token)).body.results).toEqual({
      ...found,
      total: 1,
      no_match: 0,
      evidence_disagrees: 0,
      waiting: 1,
      left_alone: 0,
      timed_out: 0,
    })
  })

  it('answers 404 to everyone but admins', async () => {
    expect(await invoke()).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await invoke((await signUp(app)).token)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })
})
