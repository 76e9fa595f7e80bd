import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, setRole, signUp } from '../../tests/harness/people.ts'
import { type Collection, categoryIds, collectionOf, titlesOf } from '../folio/testing/collection.ts'

let app: TestApp
let categories: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  categories = await categoryIds(app)
})
afterAll(() => app.close())

type Creator = { person: Person; folio: Collection }
async function creator(): Promise<Creator> {
  const person = await signUp(app)
  return { person, folio: collectionOf(app, person) }
}

const read = async ({ person: { username } }: Creator, path: string) =>
  (await app.request('GET', `/api/v1/profiles/${username}/${path}`)).body
const front = (one: Creator) => read(one, 'front')

const pick = ({ person: { token } }: Creator, product_ids: string[]) =>
  app.request('PUT', '/api/v1/me/picks', { token, body: { product_ids } })

async function hide(productId: string, isHidden = true) {
  const admin = await signUp(app)
  await setRole(app, admin, 'admin')
  const path = `/api/v1/admin/products/${productId}/${isHidden ? 'hide' : 'restore'}`
  const { status } = await app.request('POST', path, { token: admin.token, body: { reason: 'A test' } })
  expect(status).toBeLessThan(300)
}

describe('picks (docs/product/storefront.md#picks)', () => {
  it('are up to six own products in their order, until others are chosen', async () => {
    const maya = await creator()
    const ids: string[] = []
    for (const n of [1, 2, 3, 4, 5, 6, 7]) ids.push((await maya.folio.post({ title: `Thing ${n}` })).id)
    expect(titlesOf({ items: (await front(maya)).picks })).toEqual([])
    const chosen = [ids[4], ids[0], ids[2]].map(String)
    expect(titlesOf((await pick(maya, chosen)).body)).toEqual(['Thing 5', 'Thing 1', 'Thing 3'])
    expect(titlesOf({ items: (await front(maya)).picks })).toEqual(['Thing 5', 'Thing 1', 'Thing 3'])
    expect((await pick(maya, ids)).status).toBe(400)
    expect(titlesOf({ items: (await front(maya)).picks })).toHaveLength(3)
    // The same one twice is one pick.
    expect(titlesOf((await pick(maya, [chosen[1], chosen[1], chosen[0]].map(String))).body)).toEqual([
      'Thing 1',
      'Thing 5',
    ])
    expect((await pick(maya, [])).body).toEqual({ items: [] })
  })

  it('are refused where one is another’s, deleted or made up', async () => {
    const [maya, theo] = [await creator(), await creator()]
    const [own, others, gone] = [await maya.folio.post(), await theo.folio.post(), await maya.folio.post()]
    await maya.folio.remove(gone.id)
    await pick(maya, [own.id])
    for (const id of [others.id, gone.id, crypto.randomUUID(), 'x'])
      expect((await pick(maya, [own.id, id])).status).toBe(400)
    expect((await front(maya)).picks).toHaveLength(1)
  })

  it('that are hidden or deleted do not show, and one that is restored shows again', async () => {
    const maya = await creator()
    const [lamp, mug] = [await maya.folio.post(), await maya.folio.post({ title: 'Mug' })]
    await pick(maya, [lamp.id, mug.id])
    await hide(lamp.id)
    expect(titlesOf({ items: (await front(maya)).picks })).toEqual(['Mug'])
    await hide(lamp.id, false)
    expect(titlesOf({ items: (await front(maya)).picks })).toEqual(['Lamp', 'Mug'])
    await maya.folio.remove(mug.id)
    expect(titlesOf({ items: (await front(maya)).picks })).toEqual(['Lamp'])
  })

  it('are one whole choice, also where two arrive at once', async () => {
    const maya = await creator()
    const ids: string[] = []
    for (const title of ['A', 'B', 'C']) ids.push((await maya.folio.post({ title })).id)
    const both = await Promise.all([pick(maya, ids), pick(maya, ids.toReversed()), pick(maya, ids)])
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(['A,B,C', 'C,B,A']).toContain(titlesOf({ items: (await front(maya)).picks }).join())
  })
})

describe('categories with counts (docs/product/storefront.md#search-and-categories)', () => {
  it('count what others see, the fullest first', async () => {
    const maya = await creator()
    const inKitchen = await maya.folio.post({ category_id: categories.kitchen })
    for (const category of ['books', 'books', 'kitchen']) {
      await maya.folio.post({ category_id: categories[category] })
    }
    await maya.folio.post()
    const counts = async () =>
      (await front(maya)).categories.map(({ slug, count }: { slug: string; count: number }) => [slug, count])
    // Categories with equal counts come in their usual order.
    expect(await counts()).toEqual([
      ['kitchen', 2],
      ['books', 2],
    ])
    await hide(inKitchen.id)
    expect(await counts()).toEqual([
      ['books', 2],
      ['kitchen', 1],
    ])
    await maya.folio.patch(inKitchen.id, { category_id: categories.toys })
    expect(await counts()).toHaveLength(2)
  })
})

describe('search within (docs/product/storefront.md#search-and-categories)', () => {
  it('finds each word in title, description or tags, of this person alone, combined with a category', async () => {
    const [maya, theo] = [await creator(), await creator()]
    await maya.folio.post({ title: 'Enamel kettle', tags: ['brewing'], category_id: categories.kitchen })
    await maya.folio.post({
      title: 'Travel kettle',
      description: 'Folds flat',
      category_id: categories.travel,
    })
    await maya.folio.post({ title: 'Lamp', amazon_url: 'https://amazon.com/dp/B0KETTLE77' })
    await theo.folio.post({ title: 'Another kettle' })
    const found = async (query: string) => titlesOf(await read(maya, `products?${query}`))
    expect(await found('q=kettle')).toEqual(['Travel kettle', 'Enamel kettle'])
    expect(await found('q=KETTLE%20brew')).toEqual(['Enamel kettle'])
    expect(await found('q=flat&category=travel')).toEqual(['Travel kettle'])
    expect(await found('q=kettle&category=kitchen')).toEqual(['Enamel kettle'])
    expect(await found('category=kitchen')).toEqual(['Enamel kettle'])
    expect(await found('q=flat&category=kitchen')).toEqual([])
    expect(await found('category=nothing-such')).toEqual([])
    expect(await found('q=b0kettle77')).toEqual(['Lamp'])
    expect(await found('q=%25')).toEqual([])
    expect((await app.request('GET', `/api/v1/profiles/${maya.person.username}/products?q=`)).status).toBe(
      400,
    )
  })

  it('goes on page by page, and finds nothing hidden', async () => {
    const maya = await creator()
    let last = ''
    for (let n = 0; n < 45; n++) last = (await maya.folio.post({ title: `Mug ${n}` })).id
    await hide(last)
    const first = await read(maya, 'products?q=mug')
    const second = await read(maya, `products?q=mug&cursor=${first.next_cursor}`)
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([40, 4, null])
    expect(titlesOf(first)[0]).toBe('Mug 43')
  })
})

describe('popular products (docs/product/storefront.md#popular)', () => {
  it('are the ranked ones that others see, the most viewed first, page by page', async () => {
    const maya = await creator()
    const ids: string[] = []
    for (let n = 0; n < 45; n++) ids.push((await maya.folio.post({ title: `Thing ${n}` })).id)
    await app.database.owner.pool.query(
      `insert into product_ranks (product_id, user_id, marketplace, asin, score)
       select id, $1, 'us', 'B0LAMP0001', 1 + place / 2
       from unnest($2::uuid[]) with ordinality as t (id, place) where place > 1`,
      [maya.person.id, ids],
    )
    await hide(String(ids[44]))
    await maya.folio.remove(String(ids[43]))
    const first = await read(maya, 'popular')
    const second = await read(maya, `popular?cursor=${first.next_cursor}`)
    const titles = [...titlesOf(first), ...titlesOf(second)]
    expect([first.items.length, second.next_cursor, new Set(titles).size]).toEqual([40, null, 42])
    expect([titles[0], titles[1], titles.at(-1)]).toEqual(['Thing 42', 'Thing 41', 'Thing 1'])
    expect(
      (await app.request('GET', `/api/v1/profiles/${maya.person.username}/popular?cursor=x`)).status,
    ).toBe(400)
  })
})

it.each(['front', 'popular', 'products'])('%s of nobody or someone suspended is not found', async (path) => {
  const maya = await creator()
  expect((await app.request('GET', `/api/v1/profiles/nobody-here/${path}`)).status).toBe(404)
  await app.database.db
    .updateTable('profiles')
    .set({ is_suspended: true })
    .where('id', '=', maya.person.id)
    .execute()
  expect((await app.request('GET', `/api/v1/profiles/${maya.person.username}/${path}`)).status).toBe(404)
})
