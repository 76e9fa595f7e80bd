import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { newAsin } from '../matching/testing/orders.ts'
import { type Creator, contestsAt } from '../testing/contests.ts'
import { queueOrder, type Review, reviewOf } from '../testing/stage.ts'
import { networks, visitorsOf } from '../testing/visits.ts'

let app: TestApp
let admin: Person
let review: Review
let ana: Creator
let ben: Creator
let stage: ReturnType<typeof contestsAt>
let visits: ReturnType<typeof visitorsOf>['visits']

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'on' } })
  ;({ visits } = visitorsOf(app))
  stage = contestsAt(app)
  admin = await signUpAdmin(app)
  review = reviewOf(app, admin)
  ana = await stage.creator()
  ben = await stage.creator()
})
afterAll(() => app.close())

/** Two contested orders, which the list shows as one group. */
async function contestedGroup() {
  const asin = newAsin()
  await visits(await stage.give(ana, asin), networks(4))
  app.clock.advance(1_000)
  await visits(await stage.give(ben, asin), ['10.200.0.1'])
  app.clock.advance(1_000)
  const ids = [await stage.buy({ asin }), await stage.buy({ asin })]
  await stage.process(admin)
  const { items } = (await review.call('GET', 'reviews')).body
  const { claimants, orders, commission, reason, ...listed } = items.find(
    (item: { asin: string }) => item.asin === asin,
  )
  const payees: string[] = claimants.map((claimant: { payee_id: string }) => claimant.payee_id)
  const group = {
    marketplace: listed.marketplace,
    asin,
    month: listed.month,
    review: reason,
    claimants: payees,
  }
  return { ids, group, expected: { orders, commission }, claimants }
}
const decideAll = (of: Awaited<ReturnType<typeof contestedGroup>>, values: object = {}) =>
  review.call('POST', 'reviews/decision', {
    ...of.group,
    payee_id: ana.payeeId,
    reason: 'Both wrote.',
    expected: of.expected,
    ...values,
  })

describe('Contested orders, decided together (decision 34)', () => {
  it('are decided by ASIN, claimants and month', async () => {
    const found = await contestedGroup()
    expect(found.expected).toEqual({ orders: 2, commission: 100 })
    expect(found.claimants).toHaveLength(2)
    expect(found.claimants).toEqual(
      expect.arrayContaining([
        { payee_id: ana.payeeId, username: ana.username, avatar_url: null },
        { payee_id: ben.payeeId, username: ben.username, avatar_url: null },
      ]),
    )
    expect(await decideAll(found)).toMatchObject({ status: 200, body: { decided: 2, left: 0 } })
    await stage.run(admin, 'earnings-calculator')
    for (const id of found.ids)
      expect((await review.read(id)).body.match).toMatchObject({
        confidence: 'manual',
        creator: { payee_id: ana.payeeId },
      })
    // Pressed twice, or by two admins at once, it is decided once.
    expect(await decideAll(found, { payee_id: null })).toMatchObject({
      status: 409,
      body: { code: 'conflict', details: { orders: 0, commission: 0 } },
    })
  })

  it('are listed at once where a newer report of them waits and names somebody else (decision 34)', async () => {
    const found = await contestedGroup()
    const cleo = await stage.creator()
    const { shortLinkId } = await stage.give(cleo, newAsin())
    const [restated] = found.ids as [string, string]
    await app.database.pool.query('update amazon_orders set sub_tag = $2 where order_item_id = $1', [
      restated,
      shortLinkId,
    ])
    await queueOrder(app.database.db, restated)
    expect(await decideAll(found)).toMatchObject({ status: 200, body: { decided: 2, left: 0 } })
    const claims = await Promise.all(found.ids.map(async (id) => (await review.read(id)).body.disagreement))
    expect(claims).toMatchObject([{ creator: { payee_id: cleo.payeeId } }, null])
  })

  it('show the evidence for each claimant, every visit once', async () => {
    const { group } = await contestedGroup()
    const query = new URLSearchParams({ ...group, claimants: group.claimants.join(',') })
    const { body } = await review.call('GET', `reviews/evidence?${query}`)
    const sideOf = ({ payeeId }: Creator) =>
      body.sides.find((side: { creator: { payee_id: string } }) => side.creator.payee_id === payeeId)
    expect(body).toMatchObject({ orders: 2, commission: 100 })
    expect(sideOf(ana)).toMatchObject({ networks: 4, visitors: 4, presses: 4, views: 4, hours: 1 })
    expect(sideOf(ben)).toMatchObject({ networks: 1, visitors: 1, presses: 1, views: 1, hours: 1 })
  })

  it('are asked for by claimants that can be ids', async () => {
    const { group } = await contestedGroup()
    const query = new URLSearchParams({ ...group, claimants: 'a'.repeat(36) })
    const { status, body } = await review.call('GET', `reviews/evidence?${query}`)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })

  it('are not decided where they are not what was seen', async () => {
    const found = await contestedGroup()
    const three = await stage.buy({ asin: found.group.asin })
    await stage.process(admin)
    const answer = await decideAll(found)
    expect(answer).toMatchObject({ status: 409, body: { details: { orders: 3, commission: 150 } } })
    for (const id of [...found.ids, three])
      expect((await review.read(id)).body.match.review).toBe('several_creators')
    const now = { expected: answer.body.details }
    expect((await decideAll(found, { ...now, payee_id: randomUUID() })).status).toBe(400)
    expect((await decideAll(found, { expected: { orders: 3, commission: 149.99 } })).status).toBe(409)
    const both = await Promise.all([
      decideAll(found, now),
      decideAll(found, { ...now, payee_id: ben.payeeId }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
