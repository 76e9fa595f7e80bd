import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import {
  insertPerson,
  insertProduct,
  type Person,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { type Person as SignedUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { insertClick, match, newAsin } from '../matching/testing/orders.ts'
import { rowsOf } from '../posting/testing/orders.ts'
import { seenBy } from '../proof/testing/tampering.ts'
import { orderChecks } from '../proof/verify.ts'
import { idsOf, queueOrder, type Review, reviewOf, storeOrder } from '../testing/stage.ts'

let app: TestApp
let admin: SignedUp
let review: Review
let ana: Person
let ben: Person
let asin: string
let mug: ProductRow
let rival: ProductRow

beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
  review = reviewOf(app, admin)
  ana = await insertPerson(app.database.db, { username: 'ana_agrees' })
  ben = await insertPerson(app.database.db, { username: 'ben_agrees' })
})
afterAll(async () => {
  const wrong = Object.keys(await seenBy(app.database.owner.db, orderChecks, []))
  expect(wrong.filter((name) => !/reports in force|since their import/.test(name))).toEqual([])
  await app.close()
})
beforeEach(async () => {
  asin = newAsin()
  mug = await insertProduct(app.database.db, ana, { asin })
  rival = await insertProduct(app.database.db, ben, { asin })
})

const noon = '2026-07-19T19:00:00Z'
const press = (product: ProductRow, at: string) =>
  insertClick(app.database.db, product.id, at, { kind: 'outbound' })
const run = async (name: 'commission-matcher' | 'earnings-calculator') =>
  (await app.request('POST', `/functions/v1/${name}`, { token: admin.token })).body.results
const read = async (id: string) => (await review.read(id)).body
const listed = async () => idsOf(await review.list({ state: 'evidence_disagrees' }))
const decide = async (id: string, whose: Person | null, reason = 'The buyer wrote to us.') => {
  const { match } = await read(id)
  const body = { payee_id: whose?.payeeId ?? null, reason, version: match.version }
  return review.call('POST', `orders/${id}/decision`, body)
}

/** An order of Ana’s by a press, long final and posted; afterwards a report has Ben’s sub tag for it. */
async function posted(values: Parameters<typeof storeOrder>[1] = {}) {
  await press(mug, noon)
  const id = await storeOrder(app, { asin, order_date: '2026-07-19', ...values })
  await run('commission-matcher')
  await run('earnings-calculator')
  expect(await rowsOf(app.database.db, id)).toMatchObject([{ payee_id: ana.payeeId }])
  expect((await read(id)).match).toMatchObject({ creator: { username: 'ana_agrees' }, is_provisional: false })
  return id
}
/** A newer report has another sub tag for it. */
async function restate(id: string, { shortLinkId }: ProductRow) {
  await app.database.pool.query('update amazon_orders set sub_tag = $2 where order_item_id = $1', [
    id,
    shortLinkId,
  ])
  await queueOrder(app.database.db, id)
}
const sums = async (id: string) => {
  const sum = new Map<string, number>()
  for (const row of await rowsOf(app.database.db, id))
    sum.set(row.payee_id, (sum.get(row.payee_id) ?? 0) + Number(row.gross_commission_cents))
  return sum
}

describe('Evidence that contradicts the ledger is shown (decision 34)', () => {
  it.each([
    [
      'a tracking id that was given later',
      'tracking_id',
      async (_: string) => {
        const { status } = await review.call('POST', 'tracking-ids', {
          tag: `${asin}-20`,
          username: 'ben_agrees',
          valid_from: '2026-01-01',
        })
        expect(status).toBe(201)
      },
    ],
    ['a row that was restated with another sub tag', 'sub_tag', (id: string) => restate(id, rival)],
    [
      'visits of that time that were written down late',
      'outbound_24h_several',
      async () => void (await press(rival, '2026-07-20T06:00:00Z')),
    ],
  ])('by %s (%s)', async (_, rule, becomesKnown) => {
    const id = await posted({ tracking_id: `${asin}-20` })
    const before = await read(id)
    expect(before).toMatchObject({ evidence_disagrees: false, disagreement: null })
    await becomesKnown(id)
    expect(await run('commission-matcher')).toMatchObject({ total: 0, left_alone: 1, evidence_disagrees: 1 })
    expect(await run('earnings-calculator')).toMatchObject({ processed: 0 })

    expect(await listed()).toContain(id)
    expect((await review.call('GET', 'pipeline')).body.evidence_disagrees).toBe((await listed()).length)
    const order = await read(id)
    expect(order.match).toEqual(before.match)
    expect(order).toMatchObject({
      evidence_disagrees: true,
      disagreement: {
        creator: { payee_id: ben.payeeId, username: 'ben_agrees' },
        product_id: rival.id,
        short_link_id: rival.shortLinkId,
        evidence: { rule },
      },
    })
    expect(new Set(order.sides.map((side: { product_id: string }) => side.product_id))).toEqual(
      new Set([mug.id, rival.id]),
    )
    await decide(id, ana)
  })

  it('leaves it with whom it is posted to, once, until the evidence changes again', async () => {
    const id = await posted()
    await restate(id, rival)
    await run('commission-matcher')
    const { status, body } = await decide(id, ana, 'Ana showed the receipt.')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      evidence_disagrees: false,
      disagreement: null,
      match: { creator: { payee_id: ana.payeeId }, is_decided: true, product_id: mug.id },
      matched_by: admin.username,
    })
    const [note] = (await review.call('GET', 'audit')).body.items
    expect(note).toMatchObject({
      action: 'order.decide',
      subject: id,
      actor: admin.username,
      details: {
        reason: 'Ana showed the receipt.',
        before: { payee_id: ana.payeeId },
        after: { payee_id: ana.payeeId, confidence: 'manual' },
        disagreed: { payee_id: ben.payeeId, evidence: { rule: 'sub_tag' } },
      },
    })
    // The same again, as with the next report.
    await queueOrder(app.database.db, id)
    expect(await run('commission-matcher')).toMatchObject({ left_alone: 1, evidence_disagrees: 0 })
    await run('earnings-calculator')
    expect(await listed()).not.toContain(id)
    expect(await sums(id)).toEqual(new Map([[ana.payeeId, 400]]))

    const cleo = await insertPerson(app.database.db)
    const lamp = await insertProduct(app.database.db, cleo)
    await restate(id, lamp)
    expect(await run('commission-matcher')).toMatchObject({ evidence_disagrees: 1 })
    expect(await listed()).toContain(id)
    expect((await decide(id, cleo)).body.match).toMatchObject({ creator: { payee_id: cleo.payeeId } })
  })

  it('moves it to whom the evidence names, and the next calculation moves the money', async () => {
    const id = await posted()
    await restate(id, rival)
    await run('commission-matcher')
    expect((await decide(id, ben)).body.match).toMatchObject({
      confidence: 'manual',
      creator: { payee_id: ben.payeeId },
      product_id: rival.id,
      short_link_id: rival.shortLinkId,
    })
    expect(await listed()).not.toContain(id)
    await run('earnings-calculator')
    expect(await sums(id)).toEqual(
      new Map([
        [ana.payeeId, 0],
        [ben.payeeId, 400],
      ]),
    )
    await queueOrder(app.database.db, id)
    expect(await run('commission-matcher')).toMatchObject({ evidence_disagrees: 0 })
  })

  it('accepts nobody else, and refuses an order that needs no decision', async () => {
    const id = await posted()
    expect(await decide(id, ben)).toMatchObject({ status: 409 })
    await restate(id, rival)
    await run('commission-matcher')
    const cleo = await insertPerson(app.database.db)
    expect(await decide(id, cleo)).toMatchObject({ status: 400 })
    expect(await listed()).toContain(id)
    await decide(id, ana)
  })

  describe('an order that waits is matched when an admin decides on it, and listed at once', () => {
    /** Ana’s $4 order; a newer report names Ben’s link, and no matching has run since. */
    async function restated() {
      const id = await posted()
      await restate(id, rival)
      return id
    }
    const assigned = async (id: string) => {
      const lamp = await insertProduct(app.database.db, await insertPerson(app.database.db))
      return review.assign(id, lamp.shortLinkId, 1)
    }
    it.each([
      ['assigned', assigned],
      ['taken away', (id: string) => review.unassign(id, 1)],
    ])('%s', async (_, says) => {
      const id = await restated()
      expect((await read(id)).evidence_disagrees).toBe(false)
      expect(await says(id)).toMatchObject({
        status: 200,
        body: {
          evidence_disagrees: true,
          disagreement: { creator: { payee_id: ben.payeeId }, evidence: { rule: 'sub_tag' } },
        },
      })
      expect(await run('commission-matcher')).toMatchObject({ waiting: 0 })
      expect((await decide(id, ben)).body).toMatchObject({ evidence_disagrees: false })
    })

    it('a repetition of the same decision makes no new one', async () => {
      const id = await restated()
      await run('commission-matcher')
      const cleo = await insertPerson(app.database.db)
      await restate(id, await insertProduct(app.database.db, cleo))
      const { version } = (await read(id)).match
      const keep = () =>
        review.call('POST', `orders/${id}/decision`, { payee_id: ana.payeeId, reason: 'Ana’s.', version })
      const news = { evidence_disagrees: true, disagreement: { creator: { payee_id: cleo.payeeId } } }
      expect(await keep()).toMatchObject({ status: 200, body: { ...news, match: { version: version + 1 } } })
      expect(await keep()).toMatchObject({ status: 200, body: { ...news, match: { version: version + 1 } } })
      // An admin who has seen the new claim and decides the same makes a new decision.
      expect((await decide(id, ana, 'Ana’s.')).body).toMatchObject({ disagreement: null })

      const assign = async (seen: number) => (await review.assign(id, mug.shortLinkId, seen)).body
      const { version: before } = (await read(id)).match
      await assign(before)
      await restate(id, rival)
      await run('commission-matcher')
      expect(await assign(before)).toMatchObject({ evidence_disagrees: true, match: { version: before + 1 } })
      expect(await assign(before + 1)).toMatchObject({ evidence_disagrees: false })
    })

    it('is not listed where the evidence says what the admin saw', async () => {
      const id = await posted()
      await queueOrder(app.database.db, id)
      expect((await assigned(id)).body).toMatchObject({ evidence_disagrees: false })
    })
  })

  it('ends once the evidence agrees, no report has the order, or an admin has assigned it', async () => {
    const [agrees, withdrawn, assigned] = [await posted(), await posted(), await posted()]
    for (const id of [agrees, withdrawn, assigned]) await restate(id, rival)
    await run('commission-matcher')
    expect(await listed()).toEqual(expect.arrayContaining([agrees, withdrawn, assigned]))
    await restate(agrees, mug)
    await app.database.pool.query('update amazon_orders set observation_id = null where order_item_id = $1', [
      withdrawn,
    ])
    await queueOrder(app.database.db, withdrawn)
    await app.database.pool.query('insert into orders_to_post values ($1) on conflict do nothing', [
      withdrawn,
    ])
    await run('commission-matcher')
    expect(await listed()).toEqual([assigned])
    const { version } = (await read(assigned)).match
    await review.assign(assigned, mug.shortLinkId, version)
    expect(await listed()).toEqual([])
    await queueOrder(app.database.db, assigned)
    await run('commission-matcher')
    expect(await listed()).toEqual([])
  })

  it('is nothing that an admin knew when they assigned it; what they did not know is listed', async () => {
    const id = await posted()
    await review.assign(id, rival.shortLinkId, 1)
    await queueOrder(app.database.db, id)
    expect(await run('commission-matcher')).toMatchObject({ evidence_disagrees: 0 })
    await restate(id, mug)
    expect(await run('commission-matcher')).toMatchObject({ evidence_disagrees: 1 })
    await decide(id, ben)
  })

  it.each([
    ['had matched', posted],
    ['had not matched yet', () => storeOrder(app, { asin, order_date: '2026-07-19' })],
  ])('is what changes after an admin decided of an order that nobody %s', async (_, made) => {
    await press(mug, noon)
    const id = await made()
    await review.assign(id, mug.shortLinkId, (await read(id)).match?.version ?? null)
    // Like decisions made before what the evidence said was stored with them.
    await app.database.pool.query('update order_matches set judged = null where order_item_id = $1', [id])
    await queueOrder(app.database.db, id)
    expect(await run('commission-matcher')).toMatchObject({ left_alone: 1, evidence_disagrees: 0 })
    await restate(id, rival)
    expect(await run('commission-matcher')).toMatchObject({ evidence_disagrees: 1 })
    await decide(id, ana)
  })

  it('is none where nothing is posted: the order is matched again', async () => {
    await press(mug, noon)
    const pending = await storeOrder(app, { asin, order_date: '2026-07-19', order_status: 'pending' })
    await run('commission-matcher')
    await run('earnings-calculator')
    await restate(pending, rival)
    expect(await run('commission-matcher')).toMatchObject({ total: 1, evidence_disagrees: 0 })
    expect((await read(pending)).match.creator.payee_id).toBe(ben.payeeId)
  })

  describe('where the evidence names nobody', () => {
    const reports = (id: string, sub_tag: string) =>
      app.database.pool.query(
        'update amazon_orders set sub_tag = $2, file_has_own_sub_tags = true where order_item_id = $1',
        [id, sub_tag],
      )
    it.each([
      ['the report names a sub tag that nobody has', (id: string) => reports(id, 'elsewhere')],
      [
        'its presses are gone',
        () => app.database.pool.query('delete from clicks where product_id = $1', [mug.id]),
      ],
      [
        'its product has become another',
        () => app.database.pool.query('update products set asin = $2 where id = $1', [mug.id, newAsin()]),
      ],
    ])('since %s, it is listed with both claims, and stays or is taken away', async (_, becomesKnown) => {
      const [left, taken] = [await posted(), await posted()]
      for (const id of [left, taken]) {
        await becomesKnown(id)
        await queueOrder(app.database.db, id)
      }
      expect(await run('commission-matcher')).toMatchObject({ left_alone: 2, evidence_disagrees: 2 })
      expect(await listed()).toEqual(expect.arrayContaining([left, taken]))
      expect(await read(taken)).toMatchObject({
        match: { creator: { payee_id: ana.payeeId } },
        evidence_disagrees: true,
        disagreement: {
          creator: null,
          confidence: 'unknown',
          product_id: null,
          short_link_id: null,
          evidence: { rule: 'none' },
        },
      })
      expect(await decide(left, ben)).toMatchObject({ status: 400 })
      expect((await decide(left, ana)).body.match).toMatchObject({ creator: { payee_id: ana.payeeId } })
      expect((await decide(taken, null)).body.match).toMatchObject({ creator: null, is_decided: true })
      await run('earnings-calculator')
      expect(await sums(left)).toEqual(new Map([[ana.payeeId, 400]]))
      expect(await sums(taken)).toEqual(new Map([[ana.payeeId, 0]]))
      for (const id of [left, taken]) await queueOrder(app.database.db, id)
      expect(await run('commission-matcher')).toMatchObject({ evidence_disagrees: 0 })
      expect(await listed()).toEqual([])
    })

    it('is listed also for an admin who decided before the evidence changed', async () => {
      const id = await posted()
      await review.unassign(id, 1)
      await app.database.pool.query('delete from clicks where product_id = $1', [mug.id])
      await queueOrder(app.database.db, id)
      expect(await run('commission-matcher')).toMatchObject({ left_alone: 1, evidence_disagrees: 0 })
      const { body } = await review.assign(id, rival.shortLinkId, 2)
      expect(body).toMatchObject({ evidence_disagrees: true, disagreement: { creator: null } })
      await decide(id, ben)
    })

    it('is none where clicks are missing because they were deleted by age', async () => {
      const id = await posted()
      await app.database.pool.query('delete from clicks where product_id = $1', [mug.id])
      const look = async (now: string) => {
        await queueOrder(app.database.db, id)
        return (await match(app.database.db, { now: new Date(now) })).evidence_disagrees
      }
      // 400 days after the 89 days before the order began.
      expect(await look('2027-05-27T08:00:00Z')).toBe(0)
      expect(await look('2027-05-26T06:00:00Z')).toBe(1)
      await decide(id, ana)
    })
  })

  it('looks only at visits written down late that came since the last matching', async () => {
    const id = await posted()
    expect(await run('commission-matcher')).toMatchObject({ waiting: 0 })
    await press(mug, '2026-07-19T18:00:00Z')
    expect(await run('commission-matcher')).toMatchObject({ left_alone: 1, evidence_disagrees: 0 })
    expect(await run('commission-matcher')).toMatchObject({ waiting: 0 })
    // After its day, or of another product.
    await press(rival, '2026-07-20T08:00:00Z')
    await press(await insertProduct(app.database.db, ben), noon)
    expect(await run('commission-matcher')).toMatchObject({ evidence_disagrees: 0 })
    expect(await listed()).not.toContain(id)
  })
})
