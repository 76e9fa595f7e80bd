import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../tests/harness/people.ts'
import { newAsin } from '../matching/testing/orders.ts'
import { seenBy } from '../proof/testing/tampering.ts'
import { orderChecks } from '../proof/verify.ts'
import { type Creator, contestsAt, type Product } from '../testing/contests.ts'
import { type Review, reviewOf, type storeOrder } from '../testing/stage.ts'
import { agents, networks, visitorsOf } from '../testing/visits.ts'

let app: TestApp
let admin: Person
let review: Review
let ana: Creator
let ben: Creator
let asin: string
let mug: Product
let rival: Product
let stage: ReturnType<typeof contestsAt>
let record: ReturnType<typeof visitorsOf>['record']
let visit: ReturnType<typeof visitorsOf>['visit']
let visits: ReturnType<typeof visitorsOf>['visits']

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'on' } })
  ;({ record, visit, visits } = visitorsOf(app))
  stage = contestsAt(app)
  admin = await signUpAdmin(app)
  review = reviewOf(app, admin)
  ana = await creator()
  ben = await creator()
})
afterAll(async () => {
  // Orders here are stored without an import, so what reports say of them is left out.
  const wrong = Object.keys(await seenBy(app.database.owner.db, orderChecks, []))
  expect(wrong.filter((name) => !/reports in force|since their import/.test(name))).toEqual([])
  await app.close()
})
beforeEach(async () => {
  // Orders of the tests before would be decided again while their day lasts.
  await app.database.pool.query('update order_matches set is_provisional = false')
  asin = newAsin()
  mug = await give(ana)
  rival = await give(ben)
})

/** An order of the present moment with a commission of $50. */
const buy = (values: Parameters<typeof storeOrder>[1] = {}) => stage.buy({ asin, ...values })
const give = (owner: Creator) => stage.give(owner, asin)
const creator = () => stage.creator()
const run = (name: Parameters<typeof stage.run>[1]) => stage.run(admin, name)
const process = () => stage.process(admin)
const read = async (id: string) => (await review.read(id)).body
const ledger = async ({ token }: Person, id: string) => {
  const { items } = (await app.request('GET', '/api/v1/me/ledger', { token })).body
  return items.filter((row: { order_item_id: string }) => row.order_item_id === id)
}
const figures = async ({ token }: Person) => {
  const { all_time, next_posting } = (await app.request('GET', '/api/v1/me/earnings', { token })).body
  return { ...all_time, next: next_posting }
}
const decide = (id: string, payeeId: string | null, version: number, reason = 'The buyer wrote to us.') =>
  review.call('POST', `orders/${encodeURIComponent(id)}/decision`, { payee_id: payeeId, reason, version })

describe('A press is evidence (decision 34)', () => {
  it('only after a view: one scripted press takes no $50 order from the presses of 20 readers', async () => {
    await visits(mug, networks(20))
    await record(rival, { address: '10.99.0.1' }, { kind: 'outbound', event_id: randomUUID() })
    await record(rival, { address: '10.99.0.2' }, { kind: 'outbound', view_event_id: randomUUID() })
    const id = await buy()
    expect(await process()).toMatchObject({ matched: 1, high_confidence: 1, review: 0 })
    expect((await read(id)).match).toMatchObject({
      confidence: 'high',
      rule: 'outbound_24h',
      creator: { payee_id: ana.payeeId },
      review: null,
    })
  })

  it.each([
    [
      'of another product',
      async (seen: string) =>
        void (await record(mug, { address: '10.1.0.1' }, { kind: 'view', event_id: seen })),
    ],
    [
      'that another press has named',
      async (seen: string) => {
        await record(rival, { address: '10.2.0.1' }, { kind: 'view', event_id: seen })
        app.clock.advance(-60_000)
        await record(rival, { address: '10.2.0.2' }, { kind: 'outbound', view_event_id: seen })
        app.clock.advance(60_000)
      },
    ],
    [
      'of 24 hours ago',
      async (seen: string) => {
        app.clock.advance(-24 * 3_600_000)
        await record(rival, { address: '10.2.0.1' }, { kind: 'view', event_id: seen })
        app.clock.advance(24 * 3_600_000)
      },
    ],
    [
      'by a program',
      async (seen: string) =>
        void (await record(
          rival,
          { address: '10.2.0.1', agent: 'curl/8.5.0' },
          { kind: 'view', event_id: seen },
        )),
    ],
  ])('not if its view is %s', async (_, before) => {
    const seen = randomUUID()
    await before(seen)
    app.clock.advance(1_000)
    await record(rival, { address: '10.3.0.1' }, { kind: 'outbound', view_event_id: seen })
    const pressedAt = app.clock.now().toISOString()
    const id = await buy()
    await process()
    expect((await read(id)).evidence.clicked_at).not.toBe(pressedAt)
  })

  it('also if it arrived before its view', async () => {
    const seen = randomUUID()
    await record(mug, { address: '10.1.0.1' }, { kind: 'outbound', view_event_id: seen })
    app.clock.advance(60_000)
    await record(mug, { address: '10.1.0.1' }, { kind: 'view', event_id: seen })
    const id = await buy()
    await process()
    expect((await read(id)).match).toMatchObject({ confidence: 'high', rule: 'outbound_24h' })
  })
})

describe('Sides are weighed by their networks (decision 34)', () => {
  it('a thousand calls from one network neither take an order from five networks nor put it under review', async () => {
    await visits(mug, networks(5))
    for (let n = 0; n < 500; n++)
      await visit(rival, { address: `10.200.0.${n % 250}`, agent: agents[n % agents.length] as string })
    const id = await buy()
    expect(await process()).toMatchObject({ matched: 1, medium_confidence: 1, review: 0 })
    const order = await read(id)
    expect(order.match).toMatchObject({
      confidence: 'medium',
      rule: 'outbound_24h_networks',
      creator: { payee_id: ana.payeeId },
      review: null,
    })
    const sideOf = ({ payeeId }: Creator) =>
      order.sides.find((side: { creator: { payee_id: string } }) => side.creator.payee_id === payeeId)
    expect(sideOf(ben)).toMatchObject({ networks: 1 })
    expect(sideOf(ana)).toMatchObject({ networks: 5, visitors: 5, presses: 5, views: 5 })
    expect(await ledger(ana, id)).toMatchObject([{ user_amount: 40, under_review: null }])
  }, 120_000)

  it('nor from five networks that only viewed; calls on two days, under two salts, are still one network', async () => {
    app.clock.advance(-12 * 3_600_000)
    await visits(rival, ['10.200.0.1'])
    app.clock.advance(12 * 3_600_000)
    await visits(mug, networks(5), { presses: false })
    await visits(rival, ['10.200.0.2'])
    const id = await buy()
    await process()
    expect((await read(id)).match).toMatchObject({
      confidence: 'medium',
      rule: 'view_24h_networks',
      creator: { payee_id: ana.payeeId },
      review: null,
    })
  })

  it('one forged view does not take an order away that was in the cart', async () => {
    await visits(mug, networks(20), { presses: false })
    await visits(rival, ['10.200.0.1'], { presses: false })
    await later(48)
    const id = await buy()
    await process()
    expect((await read(id)).match).toMatchObject({
      confidence: 'medium',
      rule: 'cart_89d_networks',
      creator: { payee_id: ana.payeeId },
    })
  })
})

describe('Five networks claim an order with any clicks (decision 34)', () => {
  const sideOf = (order: { sides: { creator: { payee_id: string } }[] }, { payeeId }: Creator) =>
    order.sides.find((side) => side.creator.payee_id === payeeId)

  it('a visit from two networks takes no order for good from twenty that viewed', async () => {
    await visits(mug, networks(20), { presses: false })
    await visits(rival, networks(2, 200))
    const id = await buy()
    expect(await process()).toMatchObject({ matched: 1, medium_confidence: 1, review: 1 })
    expect((await read(id)).match).toMatchObject({
      confidence: 'medium',
      rule: 'outbound_24h_several',
      creator: { payee_id: ben.payeeId },
      review: 'several_creators',
    })
    expect(await ledger(ben, id)).toMatchObject([{ user_amount: 40, under_review: 'several_creators' }])
  })

  it('one scripted visit neither takes an order that twenty had in the cart nor puts it under review', async () => {
    await visits(mug, networks(20))
    await later(48)
    await visits(rival, ['10.200.0.1'])
    // A last view from one network takes nothing of that away.
    await visits(mug, ['10.1.0.7'], { presses: false })
    const id = await buy()
    expect(await process()).toMatchObject({ matched: 1, medium_confidence: 1, review: 0 })
    const order = await read(id)
    expect(order.match).toMatchObject({
      confidence: 'medium',
      rule: 'view_24h_networks',
      creator: { payee_id: ana.payeeId },
      review: null,
    })
    expect(sideOf(order, ana)).toMatchObject({ networks: 20 })
    expect(sideOf(order, ben)).toMatchObject({ networks: 1 })
    await later(25)
    await visits(rival, ['10.200.0.1'])
    const next = await buy()
    await process()
    expect((await read(next)).match).toMatchObject({ rule: 'cart_89d_networks', review: null })
  })

  it('two networks on the order’s day contest it, and both sides’ visits are shown', async () => {
    await visits(mug, networks(20))
    await later(48)
    await visits(rival, networks(2, 200))
    const id = await buy()
    expect(await process()).toMatchObject({ matched: 1, medium_confidence: 1, review: 1 })
    const order = await read(id)
    expect(order.match).toMatchObject({ rule: 'outbound_24h_several', review: 'several_creators' })
    expect(sideOf(order, ana)).toMatchObject({ networks: 20, presses: 20 })
    expect(sideOf(order, ben)).toMatchObject({ networks: 2, presses: 2 })
  })
})

describe('A contested order is under review (decision 34)', () => {
  /** Ana's link was pressed from four networks, then Ben's from one. */
  async function contested() {
    await visits(mug, networks(4))
    app.clock.advance(1_000)
    await visits(rival, ['10.200.0.1'])
    app.clock.advance(1_000)
    const id = await buy()
    const results = await process()
    return { id, results, order: await read(id) }
  }

  it('goes to the last valid press as medium, with both sides’ evidence, and is marked as under review', async () => {
    const { id, results, order } = await contested()
    expect(results).toMatchObject({ total: 1, matched: 1, medium_confidence: 1, review: 1 })
    expect(order.match).toMatchObject({
      confidence: 'medium',
      rule: 'outbound_24h_several',
      creator: { payee_id: ben.payeeId },
      review: 'several_creators',
    })
    expect(order.sides).toMatchObject([
      { creator: { payee_id: ben.payeeId, username: ben.username }, networks: 1, visitors: 1, presses: 1 },
      { creator: { payee_id: ana.payeeId }, networks: 4, visitors: 4, presses: 4, views: 4 },
    ])
    expect(order.sides[1].hours).toEqual([{ hour: expect.stringMatching(/T\d\d:00:00/), visits: 8 }])
    const listed = await review.list({ state: 'under_review' })
    expect(listed.items.find((item: { order_item_id: string }) => item.order_item_id === id)).toMatchObject({
      under_review: ['several_creators'],
    })
  })

  it('is not payable on any date before an admin has decided; then its date counts again', async () => {
    ben = await creator()
    rival = await give(ben)
    const { id, order } = await contested()
    const before = await figures(ben)
    expect(await ledger(ben, id)).toMatchObject([
      { user_amount: 40, status: 'pending', under_review: 'several_creators' },
    ])
    expect(before.next).toBeNull()
    await later(400 * 24)
    expect(await ledger(ben, id)).toMatchObject([{ status: 'pending', under_review: 'several_creators' }])
    expect(await figures(ben)).toMatchObject({
      posted_earnings: before.posted_earnings,
      pending_earnings: before.pending_earnings,
    })
    await run('earnings-calculator')
    expect(await ledger(ben, id)).toMatchObject([{ status: 'pending' }])

    const decided = await decide(id, ben.payeeId, order.match.version)
    expect(decided).toMatchObject({
      status: 200,
      body: {
        match: { confidence: 'manual', creator: { payee_id: ben.payeeId }, review: null, is_decided: true },
        entries: [{ status: 'posted', under_review: null }],
      },
    })
    expect(await ledger(ben, id)).toMatchObject([{ status: 'posted', under_review: null }])
    expect(await figures(ben)).toMatchObject({
      posted_earnings: before.posted_earnings + 40,
      pending_earnings: before.pending_earnings - 40,
    })
    // The same decision again, as after a lost answer, changes nothing.
    expect((await decide(id, ben.payeeId, order.match.version)).body.match.version).toBe(
      decided.body.match.version,
    )
  })

  it('decided for the other creator, is taken back from the first, to whom it was never payable', async () => {
    const { id, order } = await contested()
    expect((await decide(id, randomUUID(), order.match.version)).status).toBe(400)
    expect((await decide(id, ana.payeeId, order.match.version - 1 || 99)).status).toBe(412)
    const decided = await decide(id, ana.payeeId, order.match.version)
    expect(decided.body.match).toMatchObject({
      creator: { payee_id: ana.payeeId },
      product_id: mug.id,
      short_link_id: mug.shortLinkId,
    })
    expect(await ledger(ben, id)).toMatchObject([{ status: 'pending', under_review: 'several_creators' }])
    await run('earnings-calculator')
    expect((await ledger(ben, id)).map((row: { user_amount: number }) => row.user_amount)).toEqual([-40, 40])
    expect(await ledger(ana, id)).toMatchObject([{ user_amount: 40, under_review: null }])
    expect((await decide(id, ana.payeeId, decided.body.match.version, 'Another reason')).status).toBe(409)
    const { items } = (await review.call('GET', 'audit')).body
    expect(items.find(({ subject }: { subject: string }) => subject === id)).toMatchObject({
      action: 'order.decide',
      subject: id,
      details: { review: 'several_creators' },
    })
  })

  it('is under review again, and held at once, when a decision is undone', async () => {
    const { id, order } = await contested()
    const { match } = (await decide(id, ben.payeeId, order.match.version)).body
    expect((await review.unassign(id, match.version)).body).toMatchObject({
      match: { confidence: 'medium', review: 'several_creators' },
      entries: [{ under_review: 'several_creators' }],
    })
    expect(await ledger(ben, id)).toMatchObject([{ status: 'pending', under_review: 'several_creators' }])
  })

  it('can be seen and decided by admins only', async () => {
    const { id, order } = await contested()
    for (const [method, path, body] of [
      ['GET', 'reviews', undefined],
      ['GET', 'reviews/evidence', undefined],
      ['POST', 'reviews/decision', {}],
      ['POST', `orders/${id}/decision`, { payee_id: null, reason: 'x', version: order.match.version }],
    ] as const)
      for (const token of [ana.token, undefined])
        expect((await app.request(method, `/api/v1/admin/${path}`, { token, body })).status).toBe(404)
  })
})

describe('A possible own purchase is under review (decision 34)', () => {
  const own = (agent?: string) => ({ address: '10.50.0.1', ...(agent && { agent }) })

  it('where all presses are the owner’s own, made signed out', async () => {
    await record(mug, { ...own(), token: ana.token }, { kind: 'view', event_id: randomUUID() })
    await visit(mug, own())
    const id = await buy()
    expect(await process()).toMatchObject({ matched: 1, review: 1 })
    expect(await read(id)).toMatchObject({
      match: { confidence: 'high', creator: { payee_id: ana.payeeId }, review: 'own_purchase' },
      sides: [{ creator: { payee_id: ana.payeeId }, own_visits: 3, views: 0, presses: 0 }],
    })
    expect(await ledger(ana, id)).toMatchObject([{ status: 'pending', under_review: 'own_purchase' }])
  })

  it('beside a sub tag too, where only the owner was seen; not where nobody or somebody else was', async () => {
    const marked = (product: Product) => buy({ sub_tag: product.shortLinkId })
    const [seen, unseen, shared] = [mug, await give(ana), await give(ana)]
    for (const product of [seen, shared])
      await record(product, { ...own(), token: ana.token }, { kind: 'view', event_id: randomUUID() })
    await visit(shared, { address: '10.51.0.1' })
    const ids = [await marked(seen), await marked(unseen), await marked(shared)]
    await process()
    const matches = await Promise.all(ids.map(async (id) => (await read(id)).match))
    expect(matches.map(({ confidence, review }) => [confidence, review])).toEqual([
      ['high', 'own_purchase'],
      ['high', null],
      ['high', null],
    ])
  })
})

/** Lets hours pass, after which everyone has to sign in again. */
async function later(hours: number) {
  app.clock.advance(hours * 3_600_000)
  const tokenOf = async ({ email, password }: Person): Promise<string> => {
    const path = '/auth/v1/token?grant_type=password'
    return (await app.request('POST', path, { body: { email, password } })).body.access_token
  }
  ana = { ...ana, token: await tokenOf(ana) }
  ben = { ...ben, token: await tokenOf(ben) }
  admin = { ...admin, token: await tokenOf(admin) }
  review = reviewOf(app, admin)
}
