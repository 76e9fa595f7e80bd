import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { foldClicks } from '../../clicks/index.ts'
import { addressOf, clickOn } from '../../clicks/testing/clicks.ts'
import { insertList, insertListLink } from '../../feed/testing/lists.ts'
import { collectionOf } from '../../folio/testing/collection.ts'
import { type Posting, post, shareOf, signUpPayee } from '../testing/ledger.ts'

type Creator = Person & { payeeId: string }
type Product = { id: string; short_link_id: string }

let app: TestApp
let maya: Creator
let kofi: Creator
let lamp: Product
let mug: Product
let list: { id: string; title: string }
/** The list's links to Maya's lamp and to Kofi's mug. */
let toLamp: string
let toMug: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;[maya, kofi] = [await signUpPayee(app), await signUpPayee(app)]
  lamp = await collectionOf(app, maya).post({ title: 'Lamp' })
  mug = await collectionOf(app, kofi).post({ title: 'Mug' })
  list = await insertList(app.database, { userId: maya.id }, [lamp.id, mug.id])
  toLamp = await insertListLink(app.database, list.id, lamp.id)
  toMug = await insertListLink(app.database, list.id, mug.id)
})

const run = async (statement: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(statement, values)).rows
const get = async (path: string, { token }: Pick<Person, 'token'>) =>
  (await app.request('GET', `/api/v1/${path}`, { token })).body
const figures = (who = maya) => get(`me/lists/${list.id}/figures`, who)

let readers = 0
const click = (productId: string, listLink: string | null, kind: 'view' | 'outbound' = 'view') =>
  app.app.services.clicks.record(clickOn(productId, { kind, listLink, address: addressOf(256 * readers++) }))

/** Posts an order that came with a sub tag. */
async function order(who: Creator, subTag: string, posting: Partial<Posting> = {}) {
  const id = posting.order ?? crypto.randomUUID()
  await post(app, who, [{ order: id, gross: 1000, at: app.clock.now(), ...posting }])
  await run('update amazon_orders set sub_tag = $2 where order_item_id = $1', [id, subTag])
  return id
}

const nothing = { views: 0, presses: 0, orders: 0, earnings_usd: 0 }
const share = shareOf(1000) / 100

describe('what a list brought (docs/product/lists.md#what-a-list-brought)', () => {
  it('is views and presses of all its products, at each moment', async () => {
    await click(lamp.id, toLamp)
    await click(mug.id, toMug)
    await foldClicks(app.database)
    await click(mug.id, toMug)
    await click(mug.id, toMug, 'outbound')
    await click(mug.id, null)
    const { items, ...sums } = await figures()
    expect(sums).toEqual({ ...nothing, views: 3, presses: 1 })
    const ids = await run('select id from list_items where list_id = $1 order by position', [list.id])
    expect(items).toHaveLength(2)
    expect(items).toEqual(
      expect.arrayContaining([
        { item_id: ids[0].id, ...nothing, views: 1 },
        { item_id: ids[1].id, ...nothing, views: 2, presses: 1 },
      ]),
    )
  })

  it('is orders and earnings of its owner’s own products, net, whatever the case of the sub tag', async () => {
    await order(maya, toLamp, { productId: lamp.id })
    await order(maya, toLamp.toUpperCase(), { productId: lamp.id })
    await order(maya, lamp.short_link_id, { productId: lamp.id })
    const returned = await order(maya, toLamp, { productId: lamp.id })
    await post(app, maya, [
      { order: returned, gross: -1000, at: app.clock.now(), productId: lamp.id, pair: 2, type: 'return' },
    ])
    expect(await figures()).toMatchObject({ orders: 2, earnings_usd: 2 * share })
  })

  it('shows no earnings of others: not of their products, and not of orders that have become theirs', async () => {
    await order(kofi, toMug, { productId: mug.id })
    expect(await figures()).toMatchObject({ orders: 0, earnings_usd: 0 })
    // An order of the lamp that was moved to Kofi by hand: what it was to Maya is taken back.
    const moved = await order(maya, toLamp, { productId: lamp.id })
    expect(await figures()).toMatchObject({ orders: 1, earnings_usd: share })
    await post(app, maya, [
      { order: moved, gross: -1000, at: app.clock.now(), productId: lamp.id, pair: 2, type: 'adjustment' },
    ])
    await order(kofi, toLamp, { order: moved, productId: mug.id })
    expect(await figures()).toMatchObject({ orders: 0, earnings_usd: 0 })
    // An order of Kofi's mug that was moved to Maya is no order of the list's link to the mug.
    await order(maya, toMug, { productId: lamp.id })
    expect(await figures()).toMatchObject({ orders: 0, earnings_usd: 0 })
  })

  it('is its owner’s alone', async () => {
    for (const who of [kofi, undefined])
      expect(
        (await app.request('GET', `/api/v1/me/lists/${list.id}/figures`, { token: who?.token })).status,
      ).toBe(who ? 404 : 401)
  })

  it('keeps what came through products that are no longer in it', async () => {
    await click(mug.id, toMug)
    await run('delete from list_items where list_id = $1 and product_id = $2', [list.id, mug.id])
    const { items, views } = await figures()
    expect([views, items.length]).toEqual([1, 1])
  })
})

describe('through a list', () => {
  const through = async (who: Creator) =>
    (await get('me/ledger', who)).items.map((row: { through_list: string | null }) => row.through_list)

  it('a row of the ledger names one’s own list, and nobody else’s (docs/product/lists.md#what-a-list-brought)', async () => {
    await order(kofi, toMug, { productId: mug.id })
    expect(await through(kofi)).toEqual([null])
    await order(maya, lamp.short_link_id, { productId: lamp.id })
    await order(maya, toLamp, { productId: lamp.id })
    await order(maya, toMug, { productId: lamp.id })
    expect(await through(maya)).toEqual([null, 'My desk setup', null])
    const [, row] = (await get('me/ledger', maya)).items
    expect((await get(`me/ledger/${row.id}`, maya)).entry).toEqual(row)
    await run(`update lists set title = 'At my desk' where id = $1`, [list.id])
    expect(await through(maya)).toEqual([null, 'At my desk', null])
    await run('delete from lists where id = $1', [list.id])
    expect(await through(maya)).toEqual([null, null, null])
    expect(
      (await app.request('GET', `/api/v1/me/lists/${list.id}/figures`, { token: maya.token })).status,
    ).toBe(404)
  })

  it('a creator sees how many came through others’ lists, without whose (docs/product/product-page.md#click-activity)', async () => {
    const seen = async (who: Creator, id: string) => (await get(`products/${id}/clicks`, who)).through_others
    await click(mug.id, toMug)
    await foldClicks(app.database)
    await click(mug.id, toMug)
    await click(mug.id, toMug, 'outbound')
    await click(lamp.id, toLamp)
    expect([await seen(kofi, mug.id), await seen(maya, lamp.id)]).toEqual([2, 0])
  })
})
