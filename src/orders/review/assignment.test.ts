import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import {
  insertPerson,
  insertProduct,
  type Person,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { type Person as SignedUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { type Review, reviewOf, storeEntry, storeMatch, storeOrder } from '../testing/stage.ts'
import { assignOrder } from './assignment.ts'

let app: TestApp
let admin: SignedUp
let review: Review
let ana: Person
let ben: Person
let mug: ProductRow
let lamp: ProductRow
/** An order whose sub tag is Ana’s mug, and which has not been matched yet. */
let order: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
  review = reviewOf(app, admin)
  ana = await insertPerson(app.database.db)
  ben = await insertPerson(app.database.db)
  mug = await insertProduct(app.database.db, ana)
  lamp = await insertProduct(app.database.db, ben)
})
afterAll(() => app.close())
beforeEach(async () => {
  order = await storeOrder(app, { sub_tag: mug.shortLinkId })
})

const queues = async (id = order) => {
  const { rows } = await app.database.pool.query(
    `select exists (select from orders_to_match where order_item_id = $1) as match,
       exists (select from orders_to_post where order_item_id = $1) as post`,
    [id],
  )
  return rows[0]
}
const notes = async (id = order) => {
  const { rows } = await app.database.pool.query(
    'select actor_id, action, details from admin_audit where subject = $1 order by id',
    [id],
  )
  return rows
}
const matchByLink = () =>
  storeMatch(app, order, {
    confidence: 'high',
    payee_id: ana.payeeId,
    product_id: mug.id,
    short_link_id: mug.shortLinkId,
  })

describe('PUT admin/orders/:id/match (docs/product/matching.md#by-hand)', () => {
  it('is refused to an admin whose account has just been deleted', async () => {
    const actor = { userId: randomUUID(), sessionId: randomUUID(), role: 'admin' } as const
    const context = { db: app.database.db, clock: app.clock.now, actor }
    const assignment = { product_ref: mug.id, reason: 'Too late', version: null }
    await expect(
      assignOrder(context, { reportTimeZone: 'UTC', aloneCents: 1e6 }, order, assignment),
    ).rejects.toThrow('This account has just been deleted.')
  })

  it('credits the order to the product, holds it against the matcher, and queues it for posting', async () => {
    const { status, body } = await review.assign(order, lamp.shortLinkId, null, '  Ben showed the receipt. ')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      match: {
        confidence: 'manual',
        rule: 'manual',
        creator: { payee_id: ben.payeeId, username: ben.username },
        product_id: lamp.id,
        short_link_id: lamp.shortLinkId,
        reason: 'Ben showed the receipt.',
        is_decided: true,
        version: 1,
      },
      evidence: { rule: 'manual', product_id: lamp.id, short_link_id: lamp.shortLinkId },
      matched_by: admin.username,
      matched_at: app.clock.now().toISOString(),
    })
    expect(await queues()).toEqual({ match: false, post: true })
    expect(await notes()).toEqual([
      {
        actor_id: admin.id,
        action: 'order.assign',
        details: {
          reason: 'Ben showed the receipt.',
          note_to_creator: null,
          before: null,
          after: {
            confidence: 'manual',
            payee_id: ben.payeeId,
            product_id: lamp.id,
            short_link_id: lamp.shortLinkId,
          },
        },
      },
    ])
  })

  it('stores a note to the creator, which ends with the assignment', async () => {
    const assign = (note_to_creator: string | null, version: number | null) =>
      app.request('PUT', `/api/v1/admin/orders/${order}/match`, {
        token: admin.token,
        body: { product_ref: mug.shortLinkId, reason: 'He asked', note_to_creator, version },
      })
    expect((await assign('  We found your order. ', null)).body.match).toMatchObject({
      note_to_creator: 'We found your order.',
      version: 1,
    })
    // The same again makes no new version; another note does.
    expect((await assign('We found your order.', 1)).body.match.version).toBe(1)
    expect((await assign('', 1)).body.match).toMatchObject({ note_to_creator: null, version: 2 })
    expect((await assign('x'.repeat(500), 2)).body.match.version).toBe(3)
    expect(await assign('x'.repeat(501), 3)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
    expect((await review.unassign(order, 3)).body.match.note_to_creator).toBeNull()
  })

  it('overrules an automatic match and a manual one: each is a new version', async () => {
    await matchByLink()
    expect((await review.assign(order, lamp.shortLinkId, 1)).body.match.version).toBe(2)
    expect((await review.assign(order, mug.shortLinkId, 2)).body.match).toMatchObject({
      version: 3,
      creator: { payee_id: ana.payeeId },
    })
    expect(await notes()).toMatchObject([
      { details: { before: { confidence: 'high', payee_id: ana.payeeId } } },
      { details: { before: { confidence: 'manual', payee_id: ben.payeeId } } },
    ])
  })

  it('takes a product’s id and the address of its page, and credits its first short link', async () => {
    const { db } = app.database
    const later = `${mug.shortLinkId}-2`
    await db
      .insertInto('short_links')
      .values({ id: later, product_id: mug.id, created_at: app.clock.now() })
      .execute()
    const byId = await review.assign(order, mug.id, null)
    expect(byId.body.match).toMatchObject({ product_id: mug.id, short_link_id: mug.shortLinkId })
    const byAddress = await review.assign(order, `${app.url}/l/${later}?utm_source=mail`, 1)
    expect(byAddress.body.match).toMatchObject({ product_id: mug.id, short_link_id: later })
  })

  it('credits a deleted product, and one whose creator has deleted their account', async () => {
    const { db } = app.database
    const gone = await insertProduct(db, ana, { user_id: null, deleted_at: app.clock.now() })
    const { status, body } = await review.assign(order, gone.shortLinkId, null)
    expect([status, body.match.product_id, body.match.creator.payee_id]).toEqual([200, gone.id, ana.payeeId])
  })

  it('credits a product with a made-up ASIN: an admin may know more than the matcher', async () => {
    const madeUp = await insertProduct(app.database.db, ana, { asin_is_made_up: true })
    expect((await review.assign(order, madeUp.id, null)).body.match.product_id).toBe(madeUp.id)
  })

  it.each([
    ['an unknown short link', 'mug-0000', 'There is no product with this short link.'],
    ['an unknown id', '01989d3e-7b1c-7e5a-8a4b-0123456789ab', 'There is no product with this id.'],
    [
      'something else',
      'https://www.amazon.com/dp/B08N5WRWNW',
      'Name a product by its short link, its id or the address of its page.',
    ],
    ['nothing', '  ', 'Please name a product or short link'],
  ])('%s is an error of the field, and changes nothing', async (_, ref, message) => {
    const { status, body } = await review.assign(order, ref, null)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.details.problems).toEqual([{ path: expect.stringMatching(/product_ref$/), message }])
    expect(await queues()).toEqual({ match: true, post: false })
    expect(await notes()).toEqual([])
  })

  it('needs a reason', async () => {
    const { status, body } = await review.assign(order, mug.shortLinkId, null, '   ')
    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })

  it('an unknown order is not found', async () => {
    expect((await review.assign('nobody’s', mug.shortLinkId, null)).status).toBe(404)
  })

  it('refuses a version that is not the present one, and answers the present one', async () => {
    for (const version of [1, 0, 7]) {
      const { status, body } = await review.assign(order, mug.shortLinkId, version)
      expect([status, body.code, body.details]).toEqual([412, 'version_mismatch', { version: null }])
    }
    await matchByLink()
    const { status, body } = await review.assign(order, lamp.shortLinkId, null)
    expect([status, body.code, body.details]).toEqual([412, 'version_mismatch', { version: 1 }])
    expect(await notes()).toEqual([])
  })

  it('may be repeated by the same admin whose answer was lost', async () => {
    await review.assign(order, mug.shortLinkId, null)
    const again = await review.assign(order, mug.shortLinkId, null)
    expect([again.status, again.body.match.version]).toEqual([200, 1])
    expect(await notes()).toHaveLength(1)
    const other = reviewOf(app, await signUpAdmin(app))
    expect((await other.assign(order, mug.shortLinkId, null)).status).toBe(412)
  })

  it('of two admins at once one wins, and the other is refused', async () => {
    const other = reviewOf(app, await signUpAdmin(app))
    for (let round = 0; round < 5; round++) {
      const id = await storeOrder(app)
      const answers = await Promise.all([
        review.assign(id, mug.shortLinkId, null),
        other.assign(id, lamp.shortLinkId, null),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
      const won = answers.find(({ status }) => status === 200)
      expect((await review.read(id)).body.match).toEqual(won?.body.match)
      expect(await notes(id)).toHaveLength(1)
    }
  })

  it('refuses a withdrawn order, and says why', async () => {
    await app.database.db
      .updateTable('amazon_orders')
      .set({ observation_id: null })
      .where('order_item_id', '=', order)
      .execute()
    expect((await review.read(order)).body.order_status).toBe('withdrawn')
    for (const answer of [
      await review.assign(order, mug.shortLinkId, null),
      await review.unassign(order, null),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
      expect(answer.body.message).toMatch(/^This order is no longer in any report/)
    }
  })
})

describe('DELETE admin/orders/:id/match (docs/product/matching.md#by-hand)', () => {
  it('after a manual match the evidence decides at once, and the order is posted again', async () => {
    await review.assign(order, lamp.shortLinkId, null)
    await app.database.pool.query('delete from orders_to_post')
    const { status, body } = await review.unassign(order, 1, 'That was another order.')
    expect(status).toBe(200)
    expect(body.match).toMatchObject({
      confidence: 'high',
      rule: 'sub_tag',
      creator: { payee_id: ana.payeeId },
      product_id: mug.id,
      is_decided: false,
    })
    expect(body.match.version).toBeGreaterThan(1)
    expect(body.matched_by).toBeNull()
    expect(await queues()).toMatchObject({ post: true })
    expect((await notes())[1]).toEqual({
      actor_id: admin.id,
      action: 'order.unassign',
      details: {
        reason: 'That was another order.',
        before: {
          confidence: 'manual',
          payee_id: ben.payeeId,
          product_id: lamp.id,
          short_link_id: lamp.shortLinkId,
        },
        after: {
          confidence: 'high',
          payee_id: ana.payeeId,
          product_id: mug.id,
          short_link_id: mug.shortLinkId,
        },
      },
    })
  })

  it('also when it has ledger rows, which the next calculation adjusts', async () => {
    await review.assign(order, lamp.shortLinkId, null)
    await storeEntry(app, { orderItemId: order, payeeId: ben.payeeId })
    expect((await review.unassign(order, 1)).body.match).toMatchObject({
      confidence: 'high',
      creator: { payee_id: ana.payeeId },
    })
  })

  it('after a manual match without any evidence the order belongs to nobody, and may be matched later', async () => {
    const bare = await storeOrder(app)
    await review.assign(bare, lamp.shortLinkId, null)
    expect((await review.unassign(bare, 1)).body.match).toMatchObject({
      confidence: 'unknown',
      rule: 'none',
      creator: null,
      is_decided: false,
    })
  })

  it('is provisional while clicks may still come', async () => {
    const fresh = await storeOrder(app, { order_date: app.clock.now().toISOString().slice(0, 10) })
    await review.assign(fresh, lamp.shortLinkId, null)
    expect((await review.read(fresh)).body.match).toMatchObject({ is_decided: true, is_provisional: false })
    expect((await review.unassign(fresh, 1)).body.match).toMatchObject({ is_provisional: true })
    expect(await queues(fresh)).toEqual({ match: false, post: true })
  })

  it('after an automatic match the order belongs to nobody, and the matcher leaves it alone', async () => {
    await matchByLink()
    const { status, body } = await review.unassign(order, 1, 'She bought it herself.')
    expect(status).toBe(200)
    expect(body.match).toMatchObject({
      confidence: 'unknown',
      rule: 'none',
      creator: null,
      product_id: null,
      short_link_id: null,
      reason: 'She bought it herself.',
      is_decided: true,
      version: 2,
    })
    expect(body.matched_by).toBe(admin.username)
    expect(await queues()).toEqual({ match: false, post: true })
  })

  it('a second time ends that, and the evidence decides again', async () => {
    await matchByLink()
    await review.unassign(order, 1)
    expect((await review.unassign(order, 2)).body.match).toMatchObject({
      confidence: 'high',
      is_decided: false,
      creator: { payee_id: ana.payeeId },
    })
  })

  it('needs the present version, a reason, and an order that was matched', async () => {
    expect(await review.unassign(order, null)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await matchByLink()
    expect(await review.unassign(order, 2)).toMatchObject({
      status: 412,
      body: { code: 'version_mismatch', details: { version: 1 } },
    })
    expect(await review.unassign(order, 1, '')).toMatchObject({ status: 400 })
    expect(await review.unassign('nobody’s', 1)).toMatchObject({ status: 404 })
    expect(await notes()).toEqual([])
  })
})
