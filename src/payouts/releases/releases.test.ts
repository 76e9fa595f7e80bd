import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { ManualClock } from '../../platform/clock.ts'
import { type ReleaseStage, setReleaseStage } from './testing/stage.ts'

let app: TestApp
let stage: ReleaseStage
// By receipts from August on.
beforeAll(async () => {
  app = await startTestApp({
    clock: new ManualClock(new Date('2026-01-15T12:00:00Z')),
    env: { EARNINGS_RELEASE: 'receipt' },
  })
  stage = await setReleaseStage(app)
  await stage.goTo('2026-11-22')
  await stage.report('2026-11-20')
})
afterAll(() => app.close())

const unpaid = 'Amazon has not paid for this order yet.'
const heldOf = (month: string, ...order_item_ids: string[]) =>
  stage.release(month, { how: 'orders_held', order_item_ids, reason: 'Amazon did not pay for it' })

describe('releases (docs/product/payouts.md#releases)', () => {
  it('post a month by the calendar, or once Amazon has paid all that was reported', async () => {
    const { earn, entryOf, monthOf, pay, release, ana } = stage
    const [january, august] = [await earn('2026-01-20', 1_000), await earn('2026-08-20', 500)]
    expect(await entryOf(january)).toMatchObject({ status: 'posted', posted_on: '2026-04-01' })
    expect(await entryOf(august)).toMatchObject({ status: 'pending', posted_on: null })
    const { body } = await app.request('GET', '/api/v1/me/earnings?period=Y', ana())
    expect(body).toMatchObject({ all_time: { posted_earnings: 8, pending_earnings: 4 }, next_posting: null })
    expect((await stage.balance()).coming).toEqual([
      { on: null, month: '2026-08', marketplace: 'us', amount: 4 },
    ])
    await pay('2026-08', 3)
    expect(await monthOf('2026-08')).toMatchObject({
      ...{ stage: 'unpaid', payment: 'less', missing: 2, released: null, difference: -2 },
    })
    await pay('2026-08', 2)
    expect(await monthOf('2026-08')).toMatchObject({
      ...{ stage: 'released', payment: 'full', missing: 0 },
      released: { on: '2026-11-22', how: 'paid_in_full', reason: null, by: null, by_itself: true },
    })
    expect(await monthOf('2026-01')).toMatchObject({ stage: 'by_calendar', released: null })
    expect(await entryOf(august)).toMatchObject({ status: 'posted', posted_on: '2026-11-22' })
    expect((await release('2026-08', { how: 'paid_in_full' })).status).toBe(409)
    expect((await release('2026-01', { how: 'paid_in_full' })).body.message).toMatch(/calendar/)
    const { items } = await stage.read('audit')
    expect(items[0]).toMatchObject({ action: 'month.release', actor: null, subject: '2026-08 us' })
  })

  it('wait for a report dated after the month, whichever came first', async () => {
    const { earn, monthOf, pay, report } = stage
    await stage.goTo('2026-12-03')
    // Half of the month is reported, and paid.
    const early = await earn('2026-11-10', 300)
    await pay('2026-11', 8)
    expect(await monthOf('2026-11')).toMatchObject({
      stage: 'awaits_report',
      payment: 'more',
      released: null,
    })
    // Reports of the last day, of another marketplace, and such as only date clicks say nothing of the whole month.
    await report('2026-11-30')
    await report('2026-12-02', { marketplace: 'uk' })
    await report('2026-12-02', { format: 'fee_orders' })
    expect(await monthOf('2026-11')).toMatchObject({ stage: 'awaits_report' })
    const late = await earn('2026-11-28', 500)
    expect(await monthOf('2026-11')).toMatchObject({ stage: 'awaits_report', payment: 'full' })
    await report('2026-12-02')
    expect(await monthOf('2026-11')).toMatchObject({ stage: 'released', released: { by_itself: true } })
    for (const order of [early, late])
      expect(await stage.entryOf(order)).toMatchObject({ status: 'posted', held: null })
  })

  it('hold what comes late until Amazon has paid for it, and let it go by themselves', async () => {
    const { earn, entryOf, monthOf, pay, reverse, unpaidOf } = stage
    const first = await earn('2026-02-03', 1_000)
    await pay('2026-02', 10)
    const late = await earn('2026-02-04', 500)
    const later = await earn('2026-02-05', 200)
    for (const order of [late, later])
      expect(await entryOf(order)).toMatchObject({ status: 'posted', held: unpaid })
    expect(await entryOf(first)).toMatchObject({ status: 'posted', held: null })
    expect(await monthOf('2026-02')).toMatchObject({
      ...{ stage: 'released_orders_held', payment: 'less', missing: 7, held: 7 },
    })
    expect(
      (await unpaidOf('2026-02')).map((hold: Held) => [hold.order_item_id, hold.set_by, hold.reason]),
    ).toEqual([
      [later, null, unpaid],
      [late, null, unpaid],
    ])
    const [hold] = await unpaidOf('2026-02')
    expect(await stage.send(`holds/${hold.id}/end`, { reason: 'x' })).toMatchObject({
      ...{ status: 409, body: { code: 'conflict' } },
    })
    const { body: paid } = await pay('2026-02', 3)
    // The older one is not covered; the newer one is.
    expect(await entryOf(late)).toMatchObject({ held: unpaid })
    expect(await entryOf(later)).toMatchObject({ held: null })
    await pay('2026-02', 4)
    expect(await entryOf(late)).toMatchObject({ status: 'posted', held: null })
    expect(await monthOf('2026-02')).toMatchObject({ stage: 'released', payment: 'full', held: 0 })
    // What was typed wrongly takes no release back, and holds what came last.
    await reverse(paid.id)
    expect(await monthOf('2026-02')).toMatchObject({ stage: 'released_orders_held', missing: 3, held: 5 })
    expect(await entryOf(late)).toMatchObject({ status: 'posted', held: unpaid })
    // A return of what is held leaves nothing to hold.
    await earn('2026-02-04', 500, { id: late, status: 'returned' })
    expect(await monthOf('2026-02')).toMatchObject({ stage: 'released', payment: 'more', held: 0 })
  })

  it('leave a shortfall unreleased until its orders are chosen, which are let go once Amazon has paid', async () => {
    const { earn, entryOf, monthOf, pay, release } = stage
    const [paid, unpaidOrder] = [await earn('2026-09-02', 700), await earn('2026-09-03', 300)]
    await pay('2026-09', 7.5)
    expect(await entryOf(paid)).toMatchObject({ status: 'pending' })
    expect((await release('2026-09', { how: 'paid_in_full' })).status).toBe(409)
    const problem = { details: { problems: [{ path: 'order_item_ids' }] } }
    expect(await heldOf('2026-09', 'unknown')).toMatchObject({ status: 400, body: problem })
    expect((await monthOf('2026-09')).released).toBeNull()
    const small = await earn('2026-09-04', 100)
    expect(await heldOf('2026-09', small)).toMatchObject({ status: 409, body: problem })
    expect((await heldOf('2026-09', unpaidOrder, small)).status).toBe(200)
    expect(await entryOf(unpaidOrder)).toMatchObject({ status: 'posted', held: 'Amazon did not pay for it' })
    expect(await entryOf(paid)).toMatchObject({ status: 'posted', held: null })
    expect(await monthOf('2026-09')).toMatchObject({
      ...{ stage: 'released_orders_held', missing: 3.5, held: 4 },
      released: { how: 'orders_held', by: stage.admin().username, by_itself: false },
    })
    expect(await stage.balance()).toMatchObject({
      ...{ held: 3.2, holds: [{ of: 'order' }, { of: 'order' }] },
    })
    await pay('2026-09', 3.5)
    expect(await monthOf('2026-09')).toMatchObject({ stage: 'released', payment: 'full', held: 0 })
    expect(await entryOf(unpaidOrder)).toMatchObject({ held: null })
  })

  it('have the platform bear a shortfall, once, and what comes late only by another decision', async () => {
    const { earn, entryOf, monthOf, pay, release, send, unpaidOf } = stage
    const short = await earn('2026-10-02', 200)
    await pay('2026-10', 1)
    const otherMarket = { how: 'orders_held', order_item_ids: [short], reason: 'x' }
    expect((await release('2026-10', otherMarket, 'uk')).status).toBe(409)
    const borne = await Promise.all(
      [0, 1, 2].map(() => release('2026-10', { how: 'platform', reason: 'Too little to ask for' })),
    )
    expect(borne.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await monthOf('2026-10')).toMatchObject({
      ...{ stage: 'released_borne', payment: 'less', borne: 1, missing: 0 },
      released: { how: 'platform', reason: 'Too little to ask for' },
    })
    expect(await entryOf(short)).toMatchObject({ status: 'posted', held: null })

    const late = await earn('2026-10-05', 400)
    expect(await entryOf(late)).toMatchObject({ held: unpaid })
    await pay('2026-10', 1.5)
    const [hold] = await unpaidOf('2026-10')
    const bears = await Promise.all(
      [0, 1].map(() => send(`holds/${hold.id}/bear`, { reason: 'Enough waited' })),
    )
    expect(bears.map(({ status }) => status).sort()).toEqual([200, 409])
    // Only what is missing, not all that the order is worth.
    expect(bears.find(({ status }) => status === 200)?.body).toEqual({ borne: 2.5, currency: 'USD' })
    expect(await entryOf(late)).toMatchObject({ held: null })
    expect(await monthOf('2026-10')).toMatchObject({
      stage: 'released_borne',
      borne: 3.5,
      missing: 0,
      held: 0,
    })
    expect((await send(`holds/${hold.id}/bear`, { reason: 'Again' })).status).toBe(409)
    await pay('2026-10', 3.5)
    expect(await monthOf('2026-10')).toMatchObject({ stage: 'released', payment: 'full' })
  })

  it('are for good in the database, as is why an order is held', async () => {
    await stage.earn('2026-10-20', 1_000)
    for (const statement of [
      'delete from month_releases',
      'update month_releases set released_on = released_on + 1',
      'update month_releases set by_itself = not by_itself',
      `update payout_holds set unpaid_month = '2026-01-01', unpaid_marketplace = 'us'`,
      `update payout_holds set borne = 5, borne_currency = 'USD' where unpaid_month is not null and ended_at is not null`,
      `update payout_holds set borne = 5, borne_currency = 'USD' where unpaid_month is not null and ended_at is null`,
    ])
      await expect(app.database.owner.pool.query(statement), statement).rejects.toThrow()
  })
})

type Held = { order_item_id: string; set_by: string | null; reason: string }

describe('the orders of a month (docs/product/payouts.md#releases)', () => {
  it('are listed by what they are worth, and found by title, ASIN, id and creator', async () => {
    const { earn, read } = stage
    const ids = await Promise.all([5, 900, 30].map((cents) => earn('2026-03-05', cents)))
    const nobodys = await earn('2026-03-06', 60, { isNobodys: true })
    await earn('2026-03-07', 40, { status: 'returned' })
    const list = async (query = '') => (await read(`months/us/2026-03/orders${query}`)).items
    const found = await list()
    expect(found.map((order: { commission: number }) => order.commission)).toEqual([9, 0.6, 0.3, 0.05])
    expect(found[0]).toMatchObject({ order_item_id: ids[1], creator: { username: stage.ana().username } })
    expect(found[1]).toMatchObject({ order_item_id: nobodys, creator: null })
    expect(await list(`?q=${ids[0]?.slice(0, 13).toUpperCase()}`)).toMatchObject([{ order_item_id: ids[0] }])
    expect(await list(`?q=${stage.ana().username}`)).toHaveLength(3)
    expect(await list(`?q=@${stage.ana().username} b000000001`)).toHaveLength(3)
    expect(await list(`?q=@${stage.ana().username} nothing`)).toEqual([])
    expect(await list('?q=b000000001')).toHaveLength(4)
    expect(await list('?q=%25')).toEqual([])
    expect(
      (
        await app.request('GET', '/api/v1/admin/months/us/2026-03/orders?cursor=x', {
          token: stage.admin().token,
        })
      ).status,
    ).toBe(400)
  })

  it('come in pages, one after the other', async () => {
    await app.database.owner.pool.query(
      `insert into amazon_orders (order_item_id, observation_id, marketplace, asin, quantity, commission_cents, order_status, order_date, updated_at)
       select 'many-' || n, (select id from order_observations limit 1), 'us', 'B000000001', 1, n / 2, 'shipped', '2026-04-01', now()
       from generate_series(2, 122) n`,
    )
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await stage.read(
        `months/us/2026-04/orders${cursor && `?cursor=${encodeURIComponent(cursor)}`}`,
      )
      seen.push(...page.items.map((order: { order_item_id: string }) => order.order_item_id))
      cursor = page.next_cursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([121, 121])
  })
})

describe('what Amazon has not paid (docs/product/payouts.md#what-amazon-has-not-paid)', () => {
  it('is listed after sixty days, until it is paid or borne', async () => {
    const { earn, goTo, pay, read, send, unpaidOf } = stage
    const first = await earn('2026-05-02', 100)
    await pay('2026-05', 1)
    const late = await earn('2026-05-03', 250)
    const ours = async () =>
      (await read('unpaid-orders')).items.filter((order: { month: string }) => order.month === '2026-05')
    await goTo('2027-01-31')
    expect(await ours()).toEqual([])
    await goTo('2027-02-02')
    const [hold] = await unpaidOf('2026-05')
    expect(await ours()).toEqual([
      {
        ...{ id: hold.id, order_item_id: late, marketplace: 'us', month: '2026-05', commission: 2.5 },
        ...{ currency: 'USD', product_title: '' },
        creators: [{ payee_id: stage.ana().payeeId, username: stage.ana().username, former: null }],
        since: hold.set_at,
      },
    ])
    expect(await stage.entryOf(first)).toMatchObject({ held: null })
    expect((await send(`holds/${hold.id}/bear`, { reason: '' })).status).toBe(400)
    expect((await send(`holds/${hold.id}/bear`, { reason: 'Amazon will not' })).status).toBe(200)
    expect(await ours()).toEqual([])
  })
})
