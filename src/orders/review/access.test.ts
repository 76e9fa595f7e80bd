import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { signUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { listAudit } from '../../audit/service.ts'
import type { Context } from '../../platform/context.ts'
import { createOrderExports, exportOrders } from '../order-list/file.ts'
import { listOrders } from '../order-list/service.ts'
import { findPipeline } from '../runs/service.ts'
import { reviewOf, storeOrder } from '../testing/stage.ts'
import {
  addTrackingId,
  changeTrackingId,
  listTrackingIds,
  removeTrackingId,
} from '../tracking-ids/service.ts'
import { assignOrder, assignOrders, unassignOrder } from './assignment.ts'
import { findOrder } from './orders.ts'

let app: TestApp
let order: string
let shortLink: string
beforeAll(async () => {
  app = await startTestApp()
  order = await storeOrder(app)
  const owner = await insertPerson(app.database.db)
  shortLink = (await insertProduct(app.database.db, owner)).shortLinkId
})
afterAll(() => app.close())

const id = '01989d3e-7b1c-7e5a-8a4b-0123456789ab'
const calls = (): [string, string, unknown?][] => [
  ['GET', 'orders'],
  ['GET', `orders/${order}`],
  ['GET', 'export/orders'],
  [
    'PUT',
    'order-matches',
    { orders: [{ order_item_id: order, version: null }], product_ref: shortLink, reason: 'Mine' },
  ],
  ['PUT', `orders/${order}/match`, { product_ref: shortLink, reason: 'Mine', version: null }],
  ['DELETE', `orders/${order}/match`, { reason: 'Mine', version: null }],
  ['PUT', `orders/${order}/duplicate`, { duplicate_id: 'fee-1', choice: 'two_sales', reason: 'Mine' }],
  ['GET', 'tracking-ids'],
  ['POST', 'tracking-ids', { tag: 'mine-20', username: 'ana', valid_from: '2026-01-01' }],
  ['PATCH', `tracking-ids/${id}`, { valid_to: null }],
  ['DELETE', `tracking-ids/${id}`],
  ['GET', 'audit'],
]

describe('the calls for reviewing orders (docs/product/admin.md#access)', () => {
  it('answer 404 to anyone who is no admin, whatever is sent', async () => {
    const stranger = await signUp(app)
    for (const token of [undefined, 'nonsense', stranger.token])
      for (const [method, path, sent] of calls())
        for (const body of sent ? [sent, {}] : [undefined]) {
          const answer = await app.request(method, `/api/v1/admin/${path}`, { token, body })
          expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 404, 'not_found'])
        }
    const { rows } = await app.database.pool.query('select from admin_audit')
    expect(rows).toEqual([])
  })

  it('are refused at once when the role of admin is taken away', async () => {
    const admin = await signUpAdmin(app)
    const review = reviewOf(app, admin)
    expect((await review.call('GET', 'orders')).status).toBe(200)
    await app.database.pool.query(`update users set role = 'user' where id = $1`, [admin.id])
    expect((await review.call('GET', 'orders')).status).toBe(404)
  })

  it('are refused by the service too, without the HTTP layer', async () => {
    const { id: userId } = await signUp(app)
    const settings = { reportTimeZone: 'UTC', aloneCents: 0 }
    const anyone = { db: app.database.db, clock: app.clock.now, actor: null }
    const user: Context = { ...anyone, actor: { userId, sessionId: userId, role: 'user' } }
    const made: ((context: Context) => Promise<unknown>)[] = [
      async (context) => listOrders(context, { state: 'all' }),
      (context) => findOrder(context, settings, order),
      (context) =>
        assignOrder(context, settings, order, { product_ref: shortLink, reason: 'x', version: null }),
      (context) =>
        assignOrders(context, settings, {
          orders: [{ order_item_id: order, version: null }],
          product_ref: shortLink,
          reason: 'x',
        }),
      async (context) => {
        const exports = createOrderExports(app.database.pool)
        return exportOrders(context, { state: 'all', format: 'csv' }, { exports })
      },
      (context) => unassignOrder(context, settings, order, { reason: 'x', version: null }),
      (context) => listTrackingIds(context, {}),
      (context) =>
        addTrackingId(
          context,
          { tag: 'x', marketplace: 'us', username: 'ana', valid_from: '2026-01-01' },
          settings,
        ),
      (context) => changeTrackingId(context, id, { valid_to: null }, settings),
      (context) => removeTrackingId(context, id, settings),
      (context) => listAudit(context, {}),
      (context) => findPipeline(context, { tags: {} }),
    ]
    for (const context of [anyone, user])
      for (const call of made) await expect(call(context)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('GET admin/audit (docs/product/admin.md#audit-log)', () => {
  it('lists who did what to what, the newest first, 50 a page', async () => {
    const admin = await signUpAdmin(app)
    const review = reviewOf(app, admin)
    app.clock.advance(1_000)
    await review.assign(order, shortLink, null, 'A receipt')
    const { body } = await review.call('GET', 'audit')
    expect(body.items[0]).toEqual({
      id: body.items[0].id,
      action: 'order.assign',
      subject: order,
      actor: admin.username,
      details: { reason: 'A receipt', note_to_creator: null, before: null, after: expect.any(Object) },
      about: expect.objectContaining({ title: 'A mug', from: null, to: expect.any(String) }),
      created_at: app.clock.now().toISOString(),
    })
    const { db } = app.database
    const created_at = app.clock.now()
    const many = Array.from({ length: 59 }, (_, n) => ({ action: 'run.stop', subject: `${n}`, created_at }))
    await db.insertInto('admin_audit').values(many).execute()
    const first = (await review.call('GET', 'audit')).body
    const second = (await review.call('GET', `audit?cursor=${first.next_cursor}`)).body
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([50, 10, null])
    expect(first.items[0]).toMatchObject({ actor: null, subject: '58', details: {} })
    expect(new Set([...first.items, ...second.items].map((entry) => entry.id)).size).toBe(60)
    expect(await review.call('GET', 'audit?cursor=2026-11-03_x')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })

  it('lists what somebody did who has deleted their account, without their name', async () => {
    const admin = await signUpAdmin(app)
    const review = reviewOf(app, admin)
    const own = await storeOrder(app)
    app.clock.advance(1_000)
    await review.assign(own, shortLink, null)
    const { username, password, token } = admin
    const gone = await app.request('DELETE', '/api/v1/me', { token, body: { username, password } })
    expect(gone.status).toBe(204)
    const other = reviewOf(app, await signUpAdmin(app))
    expect((await other.call('GET', 'audit')).body.items[0]).toMatchObject({ subject: own, actor: null })
    expect((await other.read(own)).body).toMatchObject({
      matched_by: null,
      match: { confidence: 'manual', is_decided: true },
    })
  })
})
