import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { setRole } from '../../../tests/harness/people.ts'
import type { Creator } from '../../orders/testing/contests.ts'
import { type SecondStage, setSecondStage, waits } from './testing/stage.ts'

let app: TestApp
let stage: SecondStage
let ada: Creator
let bob: Creator
let maya: Creator
beforeAll(async () => {
  app = await startTestApp({ env: { ADJUSTMENT_ALONE: '100' } })
  stage = await setSecondStage(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  ada = await stage.admin()
  bob = await stage.admin()
  maya = await stage.creator()
})

describe('a proposal (docs/product/admin.md#a-second-admin)', () => {
  it('does nothing until another admin agrees, and then exactly what was shown', async () => {
    expect(await stage.adjust(ada, maya, -250)).toMatchObject(waits)
    const proposed = await stage.proposeAdjustment(ada, maya, -250)
    const shown = {
      ...{ call: 'POST /api/v1/admin/adjustments', state: 'open', reason: 'A correction' },
      ...{ proposed_by: ada.username, decided_by: null },
      asked: { params: {}, body: { username: maya.username, amount: -250, reason: 'A correction' } },
      moves: [{ payee_id: maya.payeeId, username: maya.username, amount: 250 }],
    }
    expect(proposed).toMatchObject({ status: 201, body: { ...shown, bars_you: 'yours' } })
    expect(await stage.adjusted(maya)).toEqual([])
    const { items } = (await stage.as(bob, 'GET', 'proposals')).body
    expect(items[0]).toMatchObject({ ...shown, bars_you: null })
    expect(await stage.approve(bob, proposed)).toMatchObject({
      ...{ status: 200, body: { state: 'approved', decided_by: bob.username, asked: null } },
    })
    expect(await stage.adjusted(maya)).toEqual([-25_000])
    const acts = (await stage.as(bob, 'GET', 'audit')).body.items.slice(0, 3)
    expect(acts.map((act: { action: string; actor: string }) => [act.action, act.actor])).toEqual([
      ['proposal.approve', bob.username],
      ['adjustment.make', ada.username],
      ['proposal.make', ada.username],
    ])
    const decided = (await stage.as(ada, 'GET', 'proposals?state=decided')).body.items
    expect(decided[0]).toMatchObject({ id: proposed.body.id, state: 'approved' })
  })

  it('is stored once where its answer was lost, and done once where many agree at once or again', async () => {
    const key = randomUUID()
    const [one, other] = [
      await stage.proposeAdjustment(ada, maya, 300, key),
      await stage.proposeAdjustment(ada, maya, 300, key),
    ]
    expect(other.body.id).toBe(one.body.id)
    const eve = await stage.admin()
    const answers = await Promise.all([bob, eve, bob, eve].map((admin) => stage.approve(admin, one)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
    const [winner] = answers.flatMap(({ status, body }) => (status === 200 ? [body.decided_by] : []))
    expect(
      answers.every(({ status, body }) => (status === 200 ? body.decided_by === winner : status === 409)),
    ).toBe(true)
    expect(await stage.adjusted(maya)).toEqual([30_000])
  })

  it('is approved neither by who made it nor by whom it pays', async () => {
    expect(await stage.adjust(bob, bob, 1)).toMatchObject({
      ...{ status: 403, body: { code: 'second_admin_needed', details: { own: true } } },
    })
    const forBob = await stage.proposeAdjustment(ada, bob, 500)
    expect(await stage.approve(ada, forBob)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await stage.approve(bob, forBob)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(
      (await stage.as(bob, 'GET', 'proposals')).body.items.find(
        ({ id }: { id: string }) => id === forBob.body.id,
      ),
    ).toMatchObject({ bars_you: 'pays_you' })
    expect(await stage.adjusted(bob)).toEqual([])
    const byBob = await stage.proposeAdjustment(bob, bob, 5)
    expect(await stage.approve(ada, byBob)).toMatchObject({ status: 200 })
    expect(await stage.adjusted(bob)).toEqual([500])
  })

  it('is void once who made it is no admin, and is not approved by who is none any more', async () => {
    const proposed = await stage.proposeAdjustment(ada, maya, 500)
    await setRole(app, bob, 'user')
    expect(await stage.approve(bob, proposed)).toMatchObject({ status: 404 })
    await setRole(app, bob, 'admin')
    await setRole(app, ada, 'user')
    expect(await stage.approve(bob, proposed)).toMatchObject({ status: 409 })
    expect(await stage.refuse(bob, proposed)).toMatchObject({ body: { state: 'refused' } })
    expect(await stage.adjusted(maya)).toEqual([])
  })

  it('is refused with a reason, or taken back by who made it, and then never done', async () => {
    for (const who of [bob, ada]) {
      const proposed = await stage.proposeAdjustment(ada, maya, 500)
      expect(await stage.refuse(who, proposed)).toMatchObject({
        ...{ status: 200, body: { state: 'refused', decision_reason: 'Not so', decided_by: who.username } },
      })
      expect(await stage.refuse(who, proposed)).toMatchObject({ status: 200 })
      expect(await stage.approve(bob, proposed)).toMatchObject({ status: 409 })
    }
    expect(await stage.adjusted(maya)).toEqual([])
  })

  it('is of the creator whom it was shown to be of, whatever they are called now', async () => {
    const proposed = await stage.proposeAdjustment(ada, maya, 500)
    const body = { username: `x${maya.username}`.slice(0, 20) }
    await app.request('PATCH', '/api/v1/me', { token: maya.token, body })
    expect(await stage.approve(bob, proposed)).toMatchObject({ status: 200 })
    expect(await stage.adjusted(maya)).toEqual([50_000])
    const gone = await stage.proposeAdjustment(ada, maya, 500)
    await app.request('DELETE', '/api/v1/me', {
      token: maya.token,
      body: { username: body.username, password: maya.password },
    })
    expect(await stage.approve(bob, gone)).toMatchObject({ status: 400 })
    expect(await stage.adjusted(maya)).toEqual([50_000])
  })

  it('is not done once the order is another one than was seen', async () => {
    const asin = 'B0SECOND02'
    const mug = await stage.give(maya, asin)
    const id = await stage.buy({ asin, commission_cents: 20_000 })
    const body = { product_ref: mug.shortLinkId, reason: 'She sold it', version: null }
    const proposed = await stage.propose(ada, 'PUT orders/:id/match', { params: { id }, body })
    expect(proposed).toMatchObject({
      ...{ status: 201, body: { moves: [{ username: maya.username, amount: 200 }] } },
    })
    await stage.run('update amazon_orders set commission_cents = 99000 where order_item_id = $1', [id])
    expect(await stage.approve(bob, proposed)).toMatchObject({ status: 409 })
    await stage.run('update amazon_orders set commission_cents = 20000 where order_item_id = $1', [id])
    const late = await stage.propose(ada, 'PUT orders/:id/match', { params: { id }, body })
    expect(await stage.approve(bob, proposed)).toMatchObject({ status: 200 })
    // The same by the same admin is done already; by another one the order was matched again.
    expect(await stage.approve(bob, late)).toMatchObject({ status: 409 })
    const again = await stage.propose(ada, 'PUT orders/:id/match', { params: { id }, body })
    expect(again).toMatchObject({ status: 409 })
  })

  it('is of calls that wait for a second person, and of what they take', async () => {
    const asked = { body: { kind: 'match' } }
    for (const call of ['POST runs', 'POST proposals', 'POST payout-runs/:id/approve'])
      expect(await stage.propose(ada, call, asked)).toMatchObject({ status: 400 })
    const wrong = { body: { username: maya.username, amount: 0.001, reason: 'x' } }
    expect(await stage.propose(ada, 'POST adjustments', wrong)).toMatchObject({
      ...{ status: 400, body: { details: { problems: [{ path: 'body.amount' }] } } },
    })
  })
})

describe('the database (decision 104)', () => {
  it.each([
    'update admin_proposals set decided_by = proposed_by',
    `update admin_proposals set moves = '[]'`,
    `update admin_proposals set state = 'open', asked = '{}', decided_at = null`,
    'delete from admin_proposals',
    'update money_acts set cents = 0',
    'delete from money_acts',
    'truncate money_acts',
  ])('refuses: %s', async (statement) => {
    await stage.approve(bob, await stage.proposeAdjustment(ada, maya, 500))
    await expect(stage.run(statement)).rejects.toThrow()
  })
})
