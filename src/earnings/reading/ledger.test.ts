import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertOrder } from '../../../tests/harness/factories.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { collectionOf } from '../../folio/testing/collection.ts'
import { ManualClock } from '../../platform/clock.ts'
import { postOwed } from '../posting/service.ts'
import { post, signUpPayee } from '../testing/ledger.ts'

const now = new Date('2026-11-22T03:00:00Z')
let app: TestApp
let ana: Person & { payeeId: string }
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(now) })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(now)
  ana = await signUpPayee(app)
})

const run = (statement: string, values: unknown[] = []) => app.database.pool.query(statement, values)
const get = (path: string, { token }: { token?: string } = ana) =>
  app.request('GET', `/api/v1/me/${path}`, { token })
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

describe('GET me/ledger (docs/product/earnings.md#history)', () => {
  it('shows order, confidence, type, amounts, status and product of each row, the newest first', async () => {
    const lamp = await collectionOf(app, ana).post({ title: 'Lamp' })
    const mug = await collectionOf(app, ana).post({ title: 'Mug' })
    await post(app, ana, [
      {
        order: 'order-a',
        gross: 1000,
        at: now,
        productId: lamp.id,
        availableOn: '2026-11-21',
        title: 'A desk lamp',
      },
      { order: 'order-b', gross: 333, at: now, productId: mug.id, availableOn: '2026-11-22' },
      { order: 'order-c', gross: 1, at: now },
      {
        order: 'order-a',
        gross: -1000,
        at: now,
        productId: lamp.id,
        pair: 2,
        type: 'return',
        availableOn: '2027-01-29',
      },
    ])
    await collectionOf(app, ana).remove(mug.id)
    const { status, body } = await get('ledger')
    expect([status, body.next_cursor]).toEqual([200, null])
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        order_item_id: 'order-a',
        transaction_type: 'return',
        gross_commission: -10,
        platform_fee_amount: -2,
        user_amount: -8,
        own: null,
        status: 'pending',
        under_review: null,
        is_provisional: false,
        available_on: '2027-01-29',
        posted_on: '2027-01-29',
        held: null,
        created_at: now.toISOString(),
        amazon_orders: { product_title: 'A desk lamp', asin: 'B0BOUGHT01', confidence: 'high' },
        reason: null,
        product: {
          id: lamp.id,
          title: 'Lamp',
          image_url: null,
          image_is_amazons: false,
          short_link_id: lamp.short_link_id,
        },
        through_list: null,
      },
      expect.objectContaining({ order_item_id: 'order-c', user_amount: 0.01, product: null }),
      // Its day has not begun in the reports' time zone.
      expect.objectContaining({
        order_item_id: 'order-b',
        status: 'pending',
        under_review: null,
        is_provisional: false,
        product: expect.objectContaining({ title: 'Amazon item B0LAMP0001', short_link_id: null }),
      }),
      expect.objectContaining({ order_item_id: 'order-a', status: 'posted', user_amount: 8 }),
    ])
  })

  it('has pages of fifty, and every row once, whatever is posted meanwhile', async () => {
    const at = (n: number) => new Date(now.getTime() - (n % 3) * 1000)
    await post(
      app,
      ana,
      Array.from({ length: 120 }, (_, n) => ({ gross: 100 + n, at: at(n) })),
    )
    const { rows } = await run('select id from earnings_ledger where payee_id = $1 order by sequence desc', [
      ana.payeeId,
    ])
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { body } = await get(`ledger${cursor ? `?cursor=${cursor}` : ''}`)
      expect(body.items.length).toBeLessThanOrEqual(50)
      seen.push(...idsOf(body))
      cursor = body.next_cursor
      // Also with an earlier time: the clocks of nodes differ.
      await post(app, ana, [
        { gross: 5, at: now },
        { gross: 6, at: at(2) },
      ])
    } while (cursor)
    expect(seen).toEqual(rows.map(({ id }) => id))
    expect(idsOf((await get('ledger')).body)).toHaveLength(50)
  })

  it('is each person’s own: anonymous callers are refused, an empty account has no rows', async () => {
    await post(app, ana, [{ gross: 100, at: now }])
    expect((await get('ledger', await signUpPayee(app))).body).toEqual({
      items: [],
      next_cursor: null,
      months: [],
    })
    expect((await get('ledger', {})).status).toBe(401)
    for (const cursor of ['0', 'x', '-1', '1e3', '9'.repeat(20)]) {
      const { status, body } = await get(`ledger?cursor=${cursor}`)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
    }
  })

  it('shows what the calculator posted', async () => {
    const { id: order } = await insertOrder(app.database.db, { at: now })
    const { rows } = await run(
      `insert into order_runs (kind, created_at) values ('calculate', $1) returning id`,
      [now],
    )
    await app.database.db.transaction().execute((db) =>
      postOwed(
        { db, clock: () => now, actor: null },
        { runId: rows[0].id, holdDays: 60, today: '2026-11-21' },
        [
          {
            orderItemId: order,
            marketplace: 'us',
            feeDay: '2026-09-01',
            payeeId: ana.payeeId,
            productId: null,
            months: [{ month: '2026-09', cents: 399 }],
            isReturned: false,
            review: null,
            why: {
              rule: 'sub_tag',
              evidence: {},
              observationId: null,
              reason: 'The sub tag is a short link.',
            },
          },
        ],
      ),
    )
    expect((await get('ledger')).body.items).toMatchObject([
      {
        order_item_id: order,
        gross_commission: 3.99,
        platform_fee_amount: 0.8,
        user_amount: 3.19,
        status: 'pending',
        available_on: '2026-11-29',
        // Nothing is matched in this test: as sure as when it was posted.
        amazon_orders: { product_title: '', confidence: 'high' },
      },
    ])
  })
})

describe('GET me/ledger/:id (docs/product/earnings.md#why-this-amount)', () => {
  const newest = async (of = ana) => (await get('ledger', of)).body.items[0].id as string

  it('shows click, order, rule, split and all rows of the order', async () => {
    const lamp = await collectionOf(app, ana).post({ title: 'Lamp' })
    const { id: order } = await insertOrder(app.database.db, { at: now, asin: lamp.asin })
    await run(
      `update amazon_orders set ordered_at = '2026-09-01T18:00:00Z', product_title = $2, quantity = 2 where order_item_id = $1`,
      [order, 'x'.repeat(100_000)],
    )
    const evidence = {
      rule: 'outbound_24h_several',
      click_kind: 'outbound',
      clicked_at: '2026-09-01T12:00:00.123456+00:00',
      product_id: lamp.id,
      short_link_id: lamp.short_link_id,
      creators: ['somebody else'],
    }
    await run(
      `insert into order_matches (order_item_id, confidence, payee_id, product_id, short_link_id, reason, evidence, matched_at, order_date)
       values ($1, 'medium', $2, $3, $4, 'The last press came from this link.', $5, $6, '2026-09-01')`,
      [order, ana.payeeId, lamp.id, lamp.short_link_id, evidence, now],
    )
    await post(app, ana, [
      { order, gross: 400, at: new Date('2026-10-01T00:00:00Z'), productId: lamp.id },
      {
        order,
        gross: -100,
        at: now,
        productId: lamp.id,
        pair: 2,
        type: 'adjustment',
        rule: evidence.rule,
        evidence,
      },
    ])
    const { status, body } = await get(`ledger/${await newest()}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      entry: expect.objectContaining({ order_item_id: order, user_amount: -0.8 }),
      rule: 'outbound_24h_several',
      note: null,
      click: { kind: 'outbound', clicked_at: '2026-09-01T12:00:00.123Z', short_link_id: lamp.short_link_id },
      conversions: [],
      is_credited: true,
      reported: null,
      order: {
        order_item_id: order,
        order_date: '2026-09-01',
        ordered_at: '2026-09-01T18:00:00.000Z',
        quantity: 2,
        order_status: 'shipped',
        asin: lamp.asin,
        product_title: 'x'.repeat(100_000),
        is_same_product: true,
        currency: 'USD',
        commission: 4,
        waiting: null,
      },
      fee_bps: 2000,
      ...{ fee_from: null, is_own_fee: false },
      entries: [
        expect.objectContaining({
          transaction_type: 'commission',
          gross_commission: 4,
          platform_fee_amount: 0.8,
          user_amount: 3.2,
        }),
        expect.objectContaining({ transaction_type: 'adjustment', user_amount: -0.8, id: body.entry.id }),
      ],
      chain: { sequence: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(body.entry.amazon_orders).toMatchObject({ asin: lamp.asin, confidence: 'medium' })
  })

  it('shows to each creator of a reassigned order only what is theirs', async () => {
    const bea = await signUpPayee(app)
    const lamp = await collectionOf(app, ana).post({ title: 'Lamp' })
    const order = `moved-${ana.id}`
    await post(app, ana, [{ order, gross: 500, at: now, productId: lamp.id, title: 'What was moved' }])
    await post(app, ana, [
      { order, gross: -500, at: now, productId: lamp.id, pair: 2, type: 'adjustment', rule: 'none' },
    ])
    await post(app, bea, [{ order, gross: 500, at: now, rule: 'manual', reason: 'It was your tag.' }])
    await run(
      `update order_matches set confidence = 'manual', is_decided = true, payee_id = $2, reason = 'Ana seems to cheat.', note_to_creator = 'It was your tag.',
         evidence = '{"rule":"manual"}' where order_item_id = $1`,
      [order, bea.payeeId],
    )
    const hers = await newest()
    expect((await get(`ledger/${hers}`)).body).toMatchObject({
      entry: {
        user_amount: -4,
        // As it was hers.
        amazon_orders: { product_title: 'What was moved', confidence: 'high' },
        product: { title: 'Lamp' },
      },
      rule: 'none',
      note: null,
      click: null,
      order: { order_status: 'withdrawn', is_same_product: false },
      entries: [{ user_amount: 4 }, { user_amount: -4 }],
    })
    const shown = (await get(`ledger/${await newest(bea)}`, bea)).body
    expect(JSON.stringify(shown)).not.toContain('Ana seems to cheat.')
    expect(shown).toMatchObject({
      entry: { user_amount: 4, amazon_orders: { confidence: 'manual' }, product: null },
      rule: 'manual',
      note: 'It was your tag.',
      entries: [{ user_amount: 4 }],
      chain: { sequence: 1 },
    })
    expect((await get(`ledger/${hers}`, bea)).status).toBe(404)
  })

  it('answers 404 for another’s row and an unknown one, and refuses anonymous callers', async () => {
    await post(app, ana, [{ gross: 100, at: now }])
    const id = await newest()
    expect((await get(`ledger/${id}`, await signUpPayee(app))).body.code).toBe('not_found')
    expect((await get('ledger/01900000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await get('ledger/not-an-id')).status).toBe(400)
    expect((await get(`ledger/${id}`, {})).status).toBe(401)
  })
})

describe('GET me/statements (docs/product/earnings.md#statements)', () => {
  const at = (text: string) => new Date(text)

  it('lists months (UTC) with balances that continue each other', async () => {
    await post(app, ana, [
      { order: 'st-1', gross: 1000, at: at('2026-08-31T23:59:59.999Z'), availableOn: '2026-10-30' },
      { order: 'st-2', gross: 500, at: at('2026-09-01T00:00:00Z'), availableOn: '2026-11-29' },
      {
        order: 'st-1',
        gross: -1000,
        at: at('2026-09-30T23:59:59Z'),
        pair: 2,
        type: 'return',
        availableOn: '2026-10-30',
      },
      {
        order: 'st-2',
        gross: 100,
        at: at('2026-09-30T23:59:59Z'),
        pair: 2,
        type: 'adjustment',
        availableOn: '2026-11-29',
      },
      { order: 'st-3', gross: 250, at: at('2026-11-01T00:00:00Z'), availableOn: '2027-01-29' },
    ])
    expect((await get('statements')).body).toEqual({
      items: [
        { month: '2026-11', user_amount: 2, entries: 1 },
        { month: '2026-09', user_amount: -3.2, entries: 3 },
        { month: '2026-08', user_amount: 8, entries: 1 },
      ],
    })
    const { body } = await get('statements/2026-09')
    expect(body).toMatchObject({
      month: '2026-09',
      name: 'Maya Okafor',
      username: ana.username,
      payee_id: ana.payeeId,
      opening_balance: 8,
      closing_balance: 4.8,
      sums: {
        commissions: 4,
        returns: -8,
        adjustments: 0.8,
        by_hand: 0,
        gross_commission: -4,
        platform_fee_amount: -0.8,
        user_amount: -3.2,
        entries: 3,
      },
      posted: -8,
      pending: 4.8,
      is_cut: false,
    })
    expect(body.items.map((item: { order_item_id: string }) => item.order_item_id)).toEqual([
      'st-2',
      'st-1',
      'st-2',
    ])
    expect((await get('statements/2026-10')).body).toMatchObject({
      opening_balance: 4.8,
      closing_balance: 4.8,
      items: [],
    })
    expect((await get('statements/2026-11')).body).toMatchObject({
      opening_balance: 4.8,
      closing_balance: 6.8,
    })
  })

  it('lists a thousand rows at most, and sums of all', async () => {
    await post(
      app,
      ana,
      Array.from({ length: 1_001 }, () => ({ gross: 100, at: now })),
    )
    const { body } = await get('statements/2026-11')
    expect([body.items.length, body.is_cut, body.sums.entries, body.sums.user_amount]).toEqual([
      1000,
      true,
      1001,
      800.8,
    ])
  })

  it('is each person’s own, and none is of the future', async () => {
    await post(app, ana, [{ gross: 100, at: now }])
    const stranger = await signUpPayee(app)
    expect((await get('statements', stranger)).body).toEqual({ items: [] })
    expect((await get('statements/2026-11', stranger)).body).toMatchObject({ closing_balance: 0, items: [] })
    expect((await get('statements/2026-12')).status).toBe(404)
    expect((await get('statements/2026-13')).status).toBe(400)
    for (const path of ['statements', 'statements/2026-11']) expect((await get(path, {})).status).toBe(401)
  })
})
