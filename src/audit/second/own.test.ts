import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCalls } from '../../../tests/calls/api-calls.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { proveAddress } from '../../../tests/harness/people.ts'
import { withoutTriggers } from '../../../tests/harness/without-triggers.ts'
import { post } from '../../earnings/testing/ledger.ts'
import { askPayingDate, importsOf } from '../../orders/imports/testing/stage.ts'
import { insertClick } from '../../orders/matching/testing/orders.ts'
import { calculate, giveOrder, putOrder } from '../../orders/posting/testing/orders.ts'
import type { Creator, Product } from '../../orders/testing/contests.ts'
import { feeEarningsText, reportText } from '../../orders/testing/report-text.ts'
import { networks, visitorsOf } from '../../orders/testing/visits.ts'
import { settleMonths } from '../../payouts/index.ts'
import { dayMs } from '../../shared/time.ts'
import { type SecondStage, setSecondStage, waits } from './testing/stage.ts'

let app: TestApp
let stage: SecondStage
let ada: Creator
let bob: Creator
let maya: Creator
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'on' } })
  stage = await setSecondStage(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await stage.admin()
  bob = await stage.admin()
  maya = await stage.creator()
})

let items = 0
function newItem(): string {
  items += 1
  return `B0OWN${String(items).padStart(5, '0')}`
}
const reason = 'It is so'
/** Calls that this file tried: each waited for a second admin, or was refused to the one whom it pays. */
const tried = new Set<string>()
/** Calls that another file tries in this way, with its name. */
const triedElsewhere: Record<string, string> = {
  'POST payees/:id/debts': 'payouts/debts/debts.test.ts',
  'POST payees/:id/write-off': 'payouts/debts/debts.test.ts: nobody has claimed it, so it is nobody’s own',
  'POST payout-lines/:id/answer': 'payouts/runs/second.test.ts',
  'POST payout-lines/:id/result': 'payouts/runs/second.test.ts',
  'PUT orders/:id/purchase': 'orders/review/whose-return/whose-return.test.ts',
}
/**
 * An act of an admin's that waits for a second one: refused to the admin whom it concerns, done once the other agrees.
 */
async function waitsForBob(call: string, asked: { params?: Record<string, string>; body?: unknown }) {
  const [method = '', path = ''] = call.split(' ')
  const filled = path.replace(/:(\w+)/g, (_, name: string) => asked.params?.[name] ?? '')
  expect([call, await stage.as(ada, method, filled, asked.body)]).toMatchObject([call, waits])
  const proposed = await stage.propose(ada, call, asked)
  expect([call, proposed]).toMatchObject([call, { status: 201 }])
  const { status } = await stage.approve(bob, proposed)
  expect([call, status]).toEqual([call, 200])
  tried.add(call)
}
const version = async (id: string) => (await stage.as(bob, 'GET', `orders/${id}`)).body.match.version

describe('no admin decides what pays them (docs/product/admin.md#a-second-admin)', () => {
  it('of a balance, however little it is, and whichever way', async () => {
    for (const amount of [0.01, -0.01])
      await waitsForBob('POST adjustments', { body: { username: ada.username, amount, reason } })
    expect(await stage.adjusted(ada)).toEqual([1, -1])
  })

  it('of an order: assigned to them, taken from them, several at once, or matched anew', async () => {
    const asin = newItem()
    const [mine, hers] = [await stage.give(ada, asin), await stage.give(maya, asin)]
    const [one = '', other = ''] = [await stage.buy({ asin }), await stage.buy({ asin })]
    const to = ({ shortLinkId }: Product, seen: number | null) => ({
      ...{ product_ref: shortLinkId, reason, version: seen },
    })
    await waitsForBob('PUT orders/:id/match', { params: { id: one }, body: to(mine, null) })
    const several = { ...to(mine, null), orders: [{ order_item_id: other, version: null }] }
    await waitsForBob('PUT order-matches', { body: several })
    expect((await stage.as(bob, 'GET', `orders/${other}`)).body.match.creator.username).toBe(ada.username)
    await waitsForBob('PUT orders/:id/match', { params: { id: one }, body: to(hers, await version(one)) })
    await waitsForBob('DELETE orders/:id/match', {
      ...{ params: { id: other }, body: { reason, version: await version(other) } },
    })
  })

  it('of a contested order of which they are a side, whoever it is decided for', async () => {
    const { visits } = visitorsOf(app)
    for (const winner of [ada, maya]) {
      const asin = newItem()
      const [mine, hers] = [await stage.give(ada, asin), await stage.give(maya, asin)]
      await visits(mine, networks(6, 1))
      app.clock.advance(60_000)
      await visits(hers, networks(6, 60))
      app.clock.advance(60_000)
      const id = await stage.buy({ asin })
      await stage.process(bob)
      const order = (await stage.as(bob, 'GET', `orders/${id}`)).body
      expect(order.under_review).toEqual(['several_creators'])
      const body = { payee_id: winner.payeeId, reason, version: order.match.version }
      await waitsForBob('POST orders/:id/decision', { params: { id }, body })
      expect((await stage.as(bob, 'GET', `orders/${id}`)).body).toMatchObject({
        match: { confidence: 'manual', creator: { username: winner.username } },
      })
    }
  })

  it('of contested orders that are decided together', async () => {
    const { visits } = visitorsOf(app)
    const asin = newItem()
    const [mine, hers] = [await stage.give(ada, asin), await stage.give(maya, asin)]
    await visits(mine, networks(6, 1))
    app.clock.advance(60_000)
    await visits(hers, networks(6, 60))
    app.clock.advance(60_000)
    const ids = [await stage.buy({ asin }), await stage.buy({ asin })]
    await stage.process(bob)
    const { items } = (await stage.as(bob, 'GET', 'reviews')).body
    const group = items.find((item: { asin: string }) => item.asin === asin)
    const { marketplace, month, reason: review, orders, commission } = group
    const claimants = group.claimants.map(({ payee_id }: { payee_id: string }) => payee_id)
    const of = { marketplace, asin, month, review, claimants, expected: { orders, commission } }
    await waitsForBob('POST reviews/decision', { body: { ...of, payee_id: maya.payeeId, reason } })
    for (const id of ids)
      expect((await stage.as(bob, 'GET', `orders/${id}`)).body.match.creator.username).toBe(maya.username)
  })

  it('of orders of theirs whose evidence disagrees, decided together', async () => {
    const asin = newItem()
    const mine = await stage.give(ada, asin)
    await insertClick(app.database.db, mine.id, '2026-07-19T19:00:00Z', { kind: 'outbound' })
    const row = { order_item_id: `own-${asin}`, order_date: '2026-07-19', asin, sub_tag: '' }
    const imports = importsOf(app, bob)
    await imports.add(reportText([row]), { apply: true })
    await stage.process(bob)
    app.clock.advance(1_000)
    const tagged = { ...row, order_item_id: `own-${asin}-2`, sub_tag: mine.shortLinkId }
    const { id } = await imports.add(reportText([row, tagged]), { apply: true })
    await stage.process(bob)
    const { items } = (await stage.as(bob, 'GET', 'disagreements')).body
    const group = items.find(({ import_id }: { import_id: string }) => import_id === id)
    const { creator, claim, orders, commission } = group
    const of = { import_id: id, payee_id: creator?.payee_id ?? null, claim, expected: { orders, commission } }
    await waitsForBob('POST disagreements/decision', { body: { ...of, choice: 'keep', reason } })
    expect((await stage.as(bob, 'GET', `orders/${row.order_item_id}`)).body.match).toMatchObject({
      ...{ is_decided: true, creator: { username: ada.username } },
    })
  })

  it('of an order of theirs whose newest report an admin has to accept', async () => {
    const asin = newItem()
    const { id: product_ref } = await stage.give(ada, asin)
    const id = await stage.buy({ asin })
    await stage.as(bob, 'PUT', `orders/${id}/match`, { product_ref, reason, version: null })
    await stage.run(
      `update amazon_orders set review_reason = 'restated_ambiguously' where order_item_id = $1`,
      [id],
    )
    await waitsForBob('POST orders/:id/accept', { params: { id }, body: { reason } })
    expect((await stage.as(bob, 'GET', `orders/${id}`)).body.under_review).toEqual([])
  })

  it('of a sale of theirs that two formats report', async () => {
    const asin = newItem()
    const { shortLinkId } = await stage.give(ada, asin)
    await askPayingDate(app, bob, { marketplace: 'ca', starts_on: '2026-11-01' })
    const imports = importsOf(app, bob)
    const id = `own-${asin}`
    const ordered = { order_item_id: id, asin, order_date: '2026-10-30', commission_amount: '8.00' }
    const own = { marketplace: 'ca', apply: true }
    await imports.add(reportText([{ ...ordered, sub_tag: shortLinkId }]), own)
    const shipped = { ASIN: asin, 'Date Shipped': '2026-11-02', 'Ad Fees($)': '8.00', 'Sub Tag': shortLinkId }
    const asked = await imports.add(feeEarningsText([shipped]), { marketplace: 'ca' })
    const [duplicate] = asked.preview?.duplicates ?? []
    await imports.choose(asked, 'same_sale')
    await stage.process(bob)
    const body = { duplicate_id: duplicate?.fee_item_id, choice: 'two_sales', reason }
    await waitsForBob('PUT orders/:id/duplicate', { params: { id }, body })
    expect((await stage.as(bob, 'GET', `orders/${id}`)).body.duplicates).toMatchObject([
      { choice: 'two_sales' },
    ])
  })

  it('of a fee of theirs: set, or taken back', async () => {
    const from = new Date(app.clock.now().getTime() + 3 * dayMs).toISOString().slice(0, 10)
    const body = { fee_bps: 500, from, reason }
    await waitsForBob('POST payees/:id/fees', { params: { id: ada.payeeId }, body })
    const [{ id }] = (await stage.as(bob, 'GET', `fees?of=creators&payee_id=${ada.payeeId}`)).body.items
    await waitsForBob('POST fees/:id/take-back', { params: { id }, body: { reason } })
  })

  it('of a flag on them', async () => {
    const day = '2026-11-20'
    const [{ id }] = await stage.run(
      `insert into press_flags (payee_id, measure, day, value, usual, threshold, creators, views, presses, networks, found_at)
       values ($1, 'burst', $2, 9, 1, 3, 30, 20, 200, 1, now()) returning id`,
      [ada.payeeId, day],
    )
    const see = (who: Creator) => stage.as(who, 'POST', `flags/${id}/seen`, { day })
    expect(await see(ada)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await see(bob)).toMatchObject({ status: 200, body: { seen: { by: bob.username } } })
  })

  it('of a tracking id: given to them, ended, or removed', async () => {
    const body = { tag: `ada-${items}`, username: ada.username, valid_from: '2026-01-01' }
    await waitsForBob('POST tracking-ids', { body })
    const [{ id }] = (await stage.as(bob, 'GET', `tracking-ids?q=${body.tag}`)).body.items
    await waitsForBob('PATCH tracking-ids/:id', { params: { id }, body: { valid_to: '2026-02-01' } })
    await waitsForBob('DELETE tracking-ids/:id', { params: { id } })
  })

  it('of a hold of them or of an order of theirs, which they may set', async () => {
    await post(app, ada, [{ gross: 1_000, at: app.clock.now() }])
    const [{ order_item_id }] = await stage.run(
      'select order_item_id from earnings_ledger where payee_id = $1',
      [ada.payeeId],
    )
    for (const of of [
      { kind: 'creator', username: ada.username },
      { kind: 'order', order_item_id },
    ]) {
      const { status, body } = await stage.as(ada, 'POST', 'holds', { of, reason })
      expect(status).toBe(201)
      await waitsForBob('POST holds/:id/end', { params: { id: body.id }, body: { reason } })
    }
  })

  it('of an order of theirs that Amazon has not paid, which the platform would bear', async () => {
    const order = `unpaid-${randomUUID()}`
    const { db } = app.database
    await stage.run(`insert into release_rules (from_month, rule, noticed_on, noticed_at)
      values ('2026-08-01', 'receipt', '2026-07-01', '2026-07-01')`)
    await putOrder(db, order, { cents: 500, date: '2026-08-10' })
    await giveOrder(db, order, { person: { ...ada, userId: ada.id } })
    await calculate({ db, clock: app.clock.now })
    // As if it had come after the release.
    await stage.run(`insert into month_releases (marketplace, earning_month, released_on, how, reported_cents, received_cents,
      released_at, by_itself) values ('us', '2026-08-01', '2026-11-01', 'paid_in_full', 0, 0, '2026-11-01', true)`)
    await settleMonths({ db, clock: app.clock.now, actor: null }, { reportTimeZone: 'UTC' })
    const [{ id }] = await stage.run('select id from payout_holds where order_item_id = $1', [order])
    await waitsForBob('POST holds/:id/bear', { params: { id }, body: { reason } })
  })

  it('of what they have claimed from an account that was deleted', async () => {
    for (const person of [ada, maya]) await proveAddress(app, person)
    // As if Maya's account had been deleted, and Ada had claimed what it left.
    await withoutTriggers(app.database, (run) =>
      run(
        `insert into payee_claims (payee_id, left_at, claimed_by, claimed_at, moves_from, address_mark, key_mark)
         values ($1, now(), $2, now(), now() + interval '1 day', $3, $4)`,
        [maya.payeeId, ada.payeeId, Buffer.alloc(32), Buffer.alloc(8)],
      ),
    )
    expect(await stage.adjust(ada, maya, 1)).toMatchObject(waits)
  })

  it('of a question that they asked', async () => {
    await post(app, ada, [{ gross: 1_000, at: app.clock.now() }])
    const [{ id: row }] = await stage.run('select id from earnings_ledger where payee_id = $1', [ada.payeeId])
    const { body } = await app.request('POST', `/api/v1/me/ledger/${row}/question`, {
      ...{ token: ada.token, body: { text: 'Why?' } },
    })
    const answer = (who: Creator) =>
      stage.as(who, 'POST', `questions/${body.id}/answer`, { text: 'So.', seen: 1, close: false })
    expect(await answer(ada)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await answer(bob)).toMatchObject({ status: 200 })
  })

  it('whichever call it is: each that asks for a second person is tried', async () => {
    const asked = (await readCalls(app)).filter(({ operation }) =>
      ['own', 'own_or_much'].includes(String(operation['x-second-person'])),
    )
    const names = asked.map(({ name }) => name.replace('/api/v1/admin/', '').replace(/\{(\w+)\}/g, ':$1'))
    expect([...tried, ...Object.keys(triedElsewhere)].toSorted()).toEqual(names.toSorted())
  })
})
