import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Creator } from '../../orders/testing/contests.ts'
import { dayMs } from '../../shared/time.ts'
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
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe('what one admin does alone (docs/product/admin.md#a-second-admin)', () => {
  it('is at most $100 for a creator in 30 days, by whichever admins, whatever the signs', async () => {
    expect(await stage.adjust(ada, maya, 60)).toMatchObject({ status: 201 })
    expect(await stage.adjust(bob, maya, -40)).toMatchObject({ status: 201 })
    expect(await stage.adjust(ada, maya, -0.01)).toMatchObject(waits)
    expect(await stage.adjust(bob, maya, 0.01)).toMatchObject({
      ...{ status: 403, body: { code: 'second_admin_needed', details: { alone: 100 } } },
    })
    expect(await stage.adjusted(maya)).toEqual([6_000, -4_000])
    app.clock.advance(30 * dayMs + 1_000)
    expect(await stage.adjust(await stage.admin(), maya, 100)).toMatchObject({ status: 201 })
  })

  it('is at most ten times as much for all creators together', async () => {
    for (let n = 0; n < 10; n++)
      expect(await stage.adjust(ada, await stage.creator(), n % 2 === 0 ? 100 : -100)).toMatchObject({
        status: 201,
      })
    expect(await stage.adjust(ada, maya, 0.01)).toMatchObject(waits)
    expect(await stage.adjust(bob, maya, 0.01)).toMatchObject({ status: 201 })
  })

  it('is not more where it is split over calls at the same time', async () => {
    const answers = await Promise.all([ada, bob, ada, bob, ada].map((admin) => stage.adjust(admin, maya, 40)))
    expect(statuses(answers)).toEqual([201, 201, 403, 403, 403])
    expect(await stage.adjusted(maya)).toEqual([4_000, 4_000])
  })

  it('does not include what a second admin agreed to', async () => {
    const proposed = await stage.proposeAdjustment(ada, maya, 500)
    expect(await stage.approve(bob, proposed)).toMatchObject({ status: 200 })
    expect(await stage.adjust(ada, maya, 100)).toMatchObject({ status: 201 })
    expect(await stage.adjusted(maya)).toEqual([50_000, 10_000])
  })

  it('counts an order by its commission, for who loses it and who gets it, one by one or several', async () => {
    const asin = 'B0SECOND01'
    const [mug, rival] = [await stage.give(maya, asin), await stage.give(await stage.creator(), asin)]
    const [one, other, third] = [
      await stage.buy({ asin, commission_cents: 6_000 }),
      await stage.buy({ asin, commission_cents: 3_000 }),
      await stage.buy({ asin, commission_cents: 2_000 }),
    ] as [string, string, string]
    const body = { product_ref: mug.shortLinkId, reason: 'She sold it', version: null }
    expect(await stage.as(ada, 'PUT', `orders/${one}/match`, body)).toMatchObject({ status: 200 })
    const several = {
      ...{ product_ref: mug.shortLinkId, reason: 'She sold them' },
      orders: [other, third].map((order_item_id) => ({ order_item_id, version: null })),
    }
    expect(await stage.as(bob, 'PUT', 'order-matches', several)).toMatchObject(waits)
    // None of them is assigned.
    for (const id of [other, third])
      expect((await stage.as(ada, 'GET', `orders/${id}`)).body.match).toBe(null)
    // Moving it on counts for both.
    const on = { ...body, product_ref: rival.shortLinkId, version: 1 }
    expect(await stage.as(bob, 'PUT', `orders/${one}/match`, on)).toMatchObject(waits)
    expect(
      await stage.as(bob, 'DELETE', `orders/${one}/match`, { reason: 'Not hers', version: 1 }),
    ).toMatchObject(waits)
    // What moves nothing is not beyond it.
    const same = { ...body, reason: 'She sold it herself', version: 1 }
    expect(await stage.as(bob, 'PUT', `orders/${one}/match`, same)).toMatchObject({ status: 200 })
  })

  it('counts the orders that a tracking id is of', async () => {
    await stage.buy({ tracking_id: 'shop-20', commission_cents: 10_001 })
    const body = { tag: 'SHOP-20', username: maya.username, valid_from: '2020-01-01' }
    expect(await stage.as(ada, 'POST', 'tracking-ids', body)).toMatchObject(waits)
    const later = { ...body, valid_from: '2090-01-01' }
    const { status, body: added } = await stage.as(ada, 'POST', 'tracking-ids', later)
    expect(status).toBe(201)
    expect(await stage.as(bob, 'DELETE', `tracking-ids/${added.id}`)).toMatchObject({ status: 204 })
  })
})
