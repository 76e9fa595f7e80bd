import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import {
  insertPerson,
  insertProduct,
  type Person,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import {
  idsOf,
  queueOrder,
  type Review,
  reviewOf,
  storeEntry,
  storeMatch,
  storeOrder,
} from '../testing/stage.ts'

let app: TestApp
let review: Review
let creator: Person
let product: ProductRow
const found = async (query: Record<string, string>) => idsOf(await review.list(query))

beforeAll(async () => {
  app = await startTestApp()
  review = reviewOf(app, await signUpAdmin(app))
  creator = await insertPerson(app.database.db, { username: 'ana_orders' })
  product = await insertProduct(app.database.db, creator)
  const credited = { payee_id: creator.payeeId, product_id: product.id, short_link_id: product.shortLinkId }
  const order = (id: string, day: string, values = {}) =>
    storeOrder(app, { id, order_date: `2026-10-${day}`, ...values })
  await order('w-1', '01', { tracking_id: 'ana-20' })
  await storeMatch(app, await order('h-1', '02', { sub_tag: product.shortLinkId }), {
    confidence: 'high',
    ...credited,
  })
  await storeMatch(app, await order('m-1', '03', { asin: 'B0SEARCHED' }), {
    confidence: 'medium',
    ...credited,
  })
  await storeMatch(app, await order('x-1', '04'), { confidence: 'manual', is_decided: true, ...credited })
  await storeMatch(app, await order('u-1', '05', { asin: 'B0SEARCHED', sub_tag: 'elsewhere' }))
  await order('w-2', '06', { asin: 'B0SEARCHED' })
  await storeMatch(app, 'w-2', { confidence: 'high', ...credited })
  await queueOrder(app.database.db, 'w-2')
  const other = await insertPerson(app.database.db)
  for (const [orderItemId, payeeId, position] of [
    ['x-1', creator.payeeId, 1],
    ['h-1', other.payeeId, 1],
    // A later row of x-1 does not bring it up again.
    ['x-1', creator.payeeId, 2],
    ['x-1', other.payeeId, 1],
  ] as const) {
    app.clock.advance(1_000)
    await storeEntry(app, { orderItemId, payeeId, position })
  }
})
afterAll(() => app.close())

describe('GET admin/orders: states (docs/product/admin.md#orders)', () => {
  it.each([
    ['all', ['w-2', 'u-1', 'x-1', 'm-1', 'h-1', 'w-1']],
    ['waiting', ['w-2', 'w-1']],
    ['high', ['w-2', 'h-1']],
    ['medium', ['m-1']],
    ['manual', ['x-1']],
    ['unknown', ['u-1']],
    ['with_ledger', ['h-1', 'x-1']],
  ])('%s are these, the newest first', async (state, ids) => {
    expect(await found({ state })).toEqual(ids)
  })

  it('shows what is known of each order', async () => {
    const { items, next_cursor } = await review.list()
    expect(next_cursor).toBeNull()
    expect(items[2]).toEqual({
      order_item_id: 'x-1',
      marketplace: 'us',
      currency: 'USD',
      order_date: '2026-10-04',
      asin: 'B000000001',
      product_title: 'A mug',
      quantity: 1,
      commission: 4,
      order_status: 'shipped',
      match: {
        confidence: 'manual',
        rule: 'view_24h',
        creator: { payee_id: creator.payeeId, username: 'ana_orders' },
        product_id: product.id,
        short_link_id: product.shortLinkId,
        reason: 'No click was found.',
        note_to_creator: null,
        is_decided: true,
        review: null,
        is_provisional: false,
        version: 1,
      },
      has_ledger: true,
      evidence_disagrees: false,
      under_review: [],
      waiting_return: 0,
    })
    expect(items[5]).toMatchObject({ order_item_id: 'w-1', match: null, has_ledger: false })
  })
})

describe('GET admin/orders: searching', () => {
  it.each([
    ['an order item’s id', 'm-1', ['m-1']],
    ['the beginning of ids', 'w-', ['w-2', 'w-1']],
    ['an ASIN, in any case', 'b0searched', ['w-2', 'u-1', 'm-1']],
    ['a tracking id', 'ana-20', ['w-1']],
    ['a sub tag that is nobody’s link', 'elsewhere', ['u-1']],
    ['a part of an id is too short', '1', []],
    ['a creator', 'ana_orders', ['w-2', 'x-1', 'm-1', 'h-1']],
    ['a creator with @ and in capitals', '@ANA_orders', ['w-2', 'x-1', 'm-1', 'h-1']],
    ['what is nothing', 'nothing', []],
    ['no username', '@', []],
    ['a wildcard, as itself', '%', []],
    ['an underline, as itself', 'w_', []],
    ['only blanks, as nothing', '  ', ['w-2', 'u-1', 'x-1', 'm-1', 'h-1', 'w-1']],
  ])('finds by %s', async (_, q, ids) => {
    expect(await found({ q })).toEqual(ids)
  })

  it('finds by a short link: orders with it as sub tag, and orders credited to it otherwise, each once', async () => {
    expect(await found({ q: product.shortLinkId })).toEqual(['w-2', 'x-1', 'm-1', 'h-1'])
  })

  it.each([
    ['waiting', 'b0searched', ['w-2']],
    ['unknown', 'B0SEARCHED', ['u-1']],
    ['high', 'ana_orders', ['w-2', 'h-1']],
    ['manual', 'w-', []],
    ['with_ledger', '@ana_orders', ['h-1', 'x-1']],
    ['waiting', 'w-', ['w-2', 'w-1']],
  ])('within the state %s finds by %s', async (state, q, ids) => {
    expect(await found({ state, q })).toEqual(ids)
  })

  it('finds by a username that the creator had before', async () => {
    const { db } = app.database
    await db
      .insertInto('usernames')
      .values({ username: 'ana_before', user_id: creator.userId, created_at: app.clock.now() })
      .execute()
    expect(await found({ q: '@ana_before' })).toHaveLength(4)
  })
})

describe('GET admin/orders: pages of 50', () => {
  const days = (n: number) => `2025-0${1 + (n % 3)}-01`
  const ids = Array.from({ length: 120 }, (_, n) => `paged/${'é'.repeat(n % 40)}%${n}`)
  beforeAll(async () => {
    for (const [n, id] of ids.entries()) {
      await storeOrder(app, { id, order_date: days(n), tracking_id: 'paged-20' })
      if (n % 2) continue
      await storeMatch(app, id, { confidence: 'high', payee_id: creator.payeeId })
      app.clock.advance(1_000)
      await storeEntry(app, { orderItemId: id, payeeId: creator.payeeId })
    }
  })

  async function walk(query: Record<string, string>) {
    const sizes: number[] = []
    const all: string[] = []
    let cursor: string | null = null
    do {
      const page: { items: { order_item_id: string }[]; next_cursor: string | null } = await review.list({
        ...query,
        ...(cursor && { cursor }),
      })
      sizes.push(page.items.length)
      all.push(...idsOf(page))
      cursor = page.next_cursor
    } while (cursor)
    return { sizes, all }
  }
  const inOrder = async (condition: string) => {
    const { rows } = await app.database.pool.query(
      `select order_item_id as id from amazon_orders o where order_item_id like 'paged/%' and ${condition}
       order by order_date desc, order_item_id desc`,
    )
    return rows.map(({ id }) => id)
  }
  const isHigh = `exists (select from order_matches m where m.order_item_id = o.order_item_id)`

  it.each([
    ['all of a tracking id', { q: 'paged-20' }, 'true', [50, 50, 20]],
    ['all that begin so', { q: 'paged/' }, 'true', [50, 50, 20]],
    ['a state, searched', { state: 'high', q: 'paged-20' }, isHigh, [50, 10]],
    ['the queue, searched', { state: 'waiting', q: 'paged-20' }, `not ${isHigh}`, [50, 10]],
  ])('%s come once each, in order', async (_, query, condition, sizes) => {
    const walked = await walk(query)
    expect(walked.sizes).toEqual(sizes)
    expect(walked.all).toEqual(await inOrder(condition))
  })

  it.each([
    ['high', 62],
    ['waiting', 62],
    ['all', 126],
    ['with_ledger', 62],
  ])('the state %s has each once', async (state, count) => {
    const { all } = await walk({ state })
    expect([all.length, new Set(all).size]).toEqual([count, count])
  })

  it.each([
    ['all', 'nonsense'],
    ['all', 'mf3k_01989d3e-7b1c-7e5a-8a4b-0123456789ab'],
    ['all', '2026-02-30_x'],
    ['waiting', '2026-11-03_%00'],
    ['with_ledger', '2026-11-03_x'],
    ['high', ''],
  ])('a cursor of another list is refused (%s, %s)', async (state, cursor) => {
    const { status, body } = await review.call('GET', `orders?${new URLSearchParams({ state, cursor })}`)
    expect([status, body.code, body.details.problems[0].path]).toEqual([400, 'validation_failed', 'cursor'])
  })

  it('an unknown state, and a text that cannot be stored, are refused', async () => {
    for (const query of ['state=posted', 'q=a%00b', `q=${'x'.repeat(201)}`])
      expect((await review.call('GET', `orders?${query}`)).status).toBe(400)
  })
})

// The last of all, for it leaves an order behind.
it('withdrawn are orders that are in no report any more, by day, by commission and by search (docs/product/admin.md#orders)', async () => {
  const id = await storeOrder(app, { id: 'gone-1', order_date: '2026-09-01' })
  expect(await found({ state: 'withdrawn' })).toEqual([])
  await app.database.pool.query('update amazon_orders set observation_id = null where order_item_id = $1', [
    id,
  ])
  for (const more of [{}, { sort: 'highest' }, { q: 'gone-1' }] as Record<string, string>[])
    expect(await found({ state: 'withdrawn', ...more })).toEqual([id])
})
