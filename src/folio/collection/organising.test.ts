import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fillShelf } from '../../../tests/e2e/helpers/collection.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { type Collection, categoryIds, collectionOf } from '../testing/collection.ts'

let app: TestApp
let categories: Record<string, string>
let person: Person
let maya: Collection
let home: string
let books: string
beforeAll(async () => {
  app = await startTestApp()
  categories = await categoryIds(app)
  home = categories.home as string
  books = categories.books as string
})
beforeEach(async () => {
  person = await signUp(app)
  maya = collectionOf(app, person)
})
afterAll(() => app.close())

const nobody = '01900000-0000-7000-8000-000000000000'

const pinned = async () =>
  (await maya.categories()).items
    .filter((category: { is_pinned: boolean }) => category.is_pinned)
    .map(({ slug }: { slug: string }) => slug)

describe('PUT me/categories/{category_id} (docs/product/my-folio.md#manage-categories)', () => {
  const first = ['fashion', 'beauty', 'home', 'kitchen', 'electronics', 'fitness', 'books', 'kids']

  it('the first eight are pinned until one is unpinned', async () => {
    expect(await pinned()).toEqual(first)
    const { status, body } = await maya.pin(home, false)
    expect([status, body]).toEqual([200, { category_id: home, is_pinned: false }])
    expect(await pinned()).toEqual(first.filter((slug) => slug !== 'home'))
  })

  it('a ninth is refused with a reason, and allowed after another is unpinned', async () => {
    const garden = categories.garden as string
    const { status, body } = await maya.pin(garden, true)
    expect([status, body]).toEqual([
      409,
      { code: 'conflict', message: 'You can pin at most 8 categories. Unpin one first.' },
    ])
    expect(await pinned()).toEqual(first)
    await maya.pin(home, false)
    expect((await maya.pin(garden, true)).status).toBe(200)
    expect((await maya.pin(home, true)).status).toBe(409)
  })

  it('does nothing the second time', async () => {
    for (const is_pinned of [true, true, false, false, true, true])
      expect((await maya.pin(home, is_pinned)).status).toBe(200)
    expect(await pinned()).toEqual(first)
  })

  it('pins three of eight at once where there is room for three', async () => {
    for (const slug of ['fashion', 'beauty', 'home']) await maya.pin(categories[slug] as string, false)
    const others = Object.keys(categories).filter((slug) => !first.includes(slug))
    const answers = await Promise.all(others.map((slug) => maya.pin(categories[slug] as string, true)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
    expect(await pinned()).toHaveLength(8)
  })

  it('changes only one’s own pins', async () => {
    await maya.pin(home, false)
    const stranger = collectionOf(app, await signUp(app))
    expect(
      (await stranger.categories()).items.find(({ slug }: { slug: string }) => slug === 'home').is_pinned,
    ).toBe(true)
  })

  it('answers "not found" for an unknown category', async () => {
    const { status, body } = await maya.pin(nobody, true)
    expect([status, body.code]).toEqual([404, 'not_found'])
    const unclear = await app.request('PUT', `/api/v1/me/categories/${home}`, {
      token: person.token,
      body: {},
    })
    expect([unclear.status, unclear.body.details.problems[0].path]).toEqual([400, 'is_pinned'])
  })
})

describe('the Inbox (docs/product/my-folio.md#inbox)', () => {
  it('moves its products to a category, each as a new version, and back', async () => {
    const products = [await maya.post(), await maya.post(), await maya.post()]
    const ids = products.map(({ id }) => id)
    expect(await maya.inboxIds()).toEqual(ids.toReversed())
    const two = ids.slice(0, 2)
    const { body } = await maya.assign([...two, ...two], home)
    expect([body.moved, new Set(body.product_ids)]).toEqual([2, new Set(two)])
    expect(await maya.read(ids[0])).toMatchObject({
      is_categorized: true,
      categories: { slug: 'home' },
      owner: { version: 2 },
    })
    expect(await maya.inboxIds()).toEqual([ids[2]])
    expect((await maya.giveBack(ids, home)).body).toEqual({ moved: 2 })
    expect(await maya.inboxIds()).toEqual(ids.toReversed())
    expect(await maya.read(ids[0])).toMatchObject({ categories: null, owner: { version: 3 } })
  })

  it('ignores products that are another’s, deleted, in a category or unknown', async () => {
    const stranger = collectionOf(app, await signUp(app))
    const theirs = await stranger.post()
    const [mine, gone] = [await maya.post(), await maya.post()]
    const filed = await maya.post({ category_id: books })
    await maya.remove(gone.id)
    const ids = [theirs.id, gone.id, filed.id, nobody, mine.id]
    expect((await maya.assign(ids, home)).body).toEqual({ moved: 1, product_ids: [mine.id] })
    expect(await stranger.read(theirs.id)).toMatchObject({ is_categorized: false, owner: { version: 1 } })
    expect(await maya.read(filed.id)).toMatchObject({ categories: { slug: 'books' }, owner: { version: 1 } })
    expect((await stranger.giveBack([mine.id, theirs.id], home)).body).toEqual({ moved: 0 })
    expect((await maya.giveBack(ids, home)).body).toEqual({ moved: 1 })
  })

  it('undoing skips products that were moved again meanwhile', async () => {
    const [stays, movedOn] = [await maya.post(), await maya.post()]
    await maya.assign([stays.id, movedOn.id], home)
    await maya.patch(movedOn.id, { category_id: books })
    expect((await maya.giveBack([stays.id, movedOn.id], home)).body).toEqual({ moved: 1 })
    expect(await maya.read(movedOn.id)).toMatchObject({ categories: { slug: 'books' } })
  })

  it('moves each product once when two tabs move the same ones', async () => {
    await fillShelf(app, person, 200)
    const ids = await maya.inboxIds()
    const answers = await Promise.all([
      maya.assign(ids, home),
      maya.assign(ids.toReversed(), books),
      maya.assign(ids.slice(50, 150), home),
      maya.assign(ids.slice(100), books),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const moved = answers.flatMap(({ body }) => body.product_ids)
    expect([moved.length, new Set(moved).size]).toEqual([200, 200])
    const { items, inbox_count } = await maya.categories()
    expect(inbox_count).toBe(0)
    const held = items.reduce((sum: number, item: { product_count: number }) => sum + item.product_count, 0)
    expect(held).toBe(200)
  })

  it.each([
    ['no products', { product_ids: [] }, 'product_ids', 'Select at least one item.'],
    ['more than 10,000', { product_ids: Array(10_001).fill(nobody) }, 'product_ids', expect.any(String)],
    ['what is no id', { product_ids: ['1'] }, 'product_ids.0', expect.any(String)],
    ['no category', { category_id: null }, 'category_id', expect.any(String)],
    ['an unknown category', { category_id: nobody }, 'category_id', 'This category does not exist.'],
  ])('refuses %s beside its field, there and back', async (_what, change, path, message) => {
    const { id } = await maya.post()
    const sent = { product_ids: [id], category_id: home, ...change }
    for (const call of [maya.assign, maya.giveBack]) {
      const { status, body } = await call(sent.product_ids, sent.category_id as string)
      expect([status, body.details.problems]).toEqual([400, [{ path, message }]])
    }
    expect(await maya.inboxIds()).toEqual([id])
  })
})

describe('the remote procedures (docs/product/calls.md#remote-procedures)', () => {
  const procedures = ['get_user_pinned_categories', 'get_user_unpinned_categories', 'get_inbox_products']

  it('list pinned and unpinned categories, in order, with their counts', async () => {
    await maya.post({ category_id: books })
    await maya.pin(home, false)
    const { body } = await maya.rpc('get_user_pinned_categories', { user_id_param: null })
    expect(body).toHaveLength(7)
    expect(body[0]).toEqual({
      category_id: categories.fashion,
      name: 'Fashion',
      slug: 'fashion',
      sort_order: 1,
      product_count: 0,
    })
    expect(body.find(({ slug }: { slug: string }) => slug === 'books').product_count).toBe(1)
    const others = await maya.rpc('get_user_unpinned_categories', { user_id_param: person.id })
    expect(others.body.map(({ slug }: { slug: string }) => slug)).toEqual(
      'home pets travel outdoors office food toys health garden'.split(' '),
    )
  })

  it('list the Inbox, the newest first', async () => {
    const [older, newer] = [await maya.post({ tags: ['a'] }), await maya.post({ title: 'Newer' })]
    await maya.post({ category_id: home })
    const { body } = await maya.rpc('get_inbox_products')
    expect(body).toMatchObject([
      { id: newer.id, title: 'Newer', short_link_id: newer.short_link_id, is_categorized: false },
      { id: older.id, user_id: person.id, asin: 'B0LAMP0001', tags: ['a'], price_usd: null },
    ])
  })

  it.each(procedures)('%s refuses another person’s id', async (name) => {
    const { status, body } = await maya.rpc(name, { user_id_param: nobody })
    expect([status, body.code]).toEqual([403, '42501'])
    expect((await maya.rpc(name, { user_id_param: 'me' })).status).toBe(400)
    expect((await maya.rpc(name, { user_id_param: person.id.toUpperCase() })).status).toBe(200)
  })
})
