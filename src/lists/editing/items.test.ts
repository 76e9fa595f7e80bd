import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { creatorOf, type Item, numbersOf, storePhoto } from '../testing/own-lists.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const creator = (options?: Parameters<typeof creatorOf>[1]) => creatorOf(app, options)

/** The ids of the products of a list in its order. */
const productsOf = ({ items }: { items: { items: Item[] } }) => items.items.map(({ product }) => product?.id)

describe('items of a list (docs/product/lists.md#what-a-list-is)', () => {
  it('are added at the end, each once, and moved before another one or to the end', async () => {
    const { lists, products } = await creator()
    const [a, b, c, d] = products as [string, string, string, string]
    const { id } = await lists.make({ product_ids: [a] })
    expect((await lists.add(id, [c, b, a, c])).body).toEqual({ added: 2, items_count: 3 })
    expect((await lists.add(id, [d])).body).toEqual({ added: 1, items_count: 4 })
    const list = await lists.read(id)
    expect(productsOf(list)).toEqual([a, c, b, d])
    const [first, second, , last] = list.items.items
    expect((await lists.move(id, last.id, second.id)).status).toBe(204)
    expect(productsOf(await lists.read(id))).toEqual([a, d, c, b])
    expect((await lists.move(id, first.id, null)).status).toBe(204)
    const moved = await lists.read(id)
    expect(productsOf(moved)).toEqual([d, c, b, a])
    expect(numbersOf(moved)).toEqual([1, 2, 3, 4])
    const nowhere = '01900000-0000-7000-8000-000000000000'
    for (const [item, before] of [
      [nowhere, null],
      [first.id, nowhere],
    ])
      expect((await lists.move(id, item, before)).status).toBe(404)
  })

  it('have a line, and are those of others with their creator’s link and credit', async () => {
    const maya = await creator()
    const theo = await creator({ first: 'Theo', products: 2 })
    const { id } = await maya.lists.make({ product_ids: [theo.products[0], maya.products[0]] })
    const [saved, own] = (await maya.lists.read(id)).items.items
    expect([saved.is_own, own.is_own]).toEqual([false, true])
    expect(saved.product.profiles.username).toBe(theo.person.username)
    const changed = await maya.lists.change(id, saved.id, { line: '  Warm light.  ' })
    expect(changed.body).toMatchObject({ line: 'Warm light.', number: 1, no_longer_shared: false })
    expect((await maya.lists.change(id, saved.id, { line: ' ' })).body.line).toBeNull()
    expect((await maya.lists.change(id, saved.id, { line: 'x'.repeat(201) })).status).toBe(400)
  })

  it('are known by their ids as far as they are the owner’s own', async () => {
    const maya = await creator()
    const theo = await creator({ first: 'Theo', products: 1 })
    const [a, b, c] = maya.products as [string, string, string]
    const { id } = await maya.lists.make({ product_ids: [a, b, c, ...theo.products] })
    expect((await maya.lists.ownProducts(id)).sort()).toEqual([a, b, c].sort())
    await maya.folio.remove(c)
    expect((await maya.lists.ownProducts(id)).sort()).toEqual([a, b].sort())
  })

  it('are no products that nobody may see, whoever asks', async () => {
    const maya = await creator()
    const theo = await creator({ first: 'Theo', products: 2 })
    const untitled = (await theo.folio.post({ title: '' })).id
    const { id } = await maya.lists.make({ title: 'Mine' })
    await theo.folio.remove(theo.products[1] as string)
    for (const product of [untitled, theo.products[1], '01900000-0000-7000-8000-000000000000'])
      expect(await maya.lists.add(id, [product as string])).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    expect((await maya.lists.add(id, [untitled, theo.products[0] as string])).body.added).toBe(1)
    // One's own may stand in one's list, and are not shown.
    const own = await theo.lists.make({ product_ids: [untitled] })
    expect(await theo.lists.read(own.id)).toMatchObject({ items_count: 1, shown_count: 0 })
  })

  it('are read in pages of forty, numbered throughout', async () => {
    const { lists, person } = await creator({ products: 0 })
    const { rows } = await app.database.owner.pool.query(
      `with made as (
         insert into products (user_id, payee_id, amazon_url, marketplace, asin, title, is_categorized, metadata_source,
           created_at, updated_at)
         select $1, payee_of($1), 'https://amazon.com/dp/B0LIST0001', 'us', 'B0LIST0001', 'Thing ' || n, false, 'owner',
           $2, $2 from generate_series(1, 100) n returning id
       ), linked as (
         insert into short_links (id, product_id, created_at)
         select 'thing-' || row_number() over (), id, $2 from made
       ) select id from made`,
      [person.id, app.clock.now()],
    )
    const { id, slug } = await lists.make({ title: 'Many', product_ids: rows.map((row) => row.id) })
    await lists.publish(id)
    for (const read of [
      (cursor?: string) => lists.read(id, cursor),
      async (cursor?: string) => (await lists.asVisitor(slug, cursor)).body,
    ]) {
      const numbers: number[] = []
      let cursor: string | undefined
      do {
        const list = await read(cursor)
        numbers.push(...numbersOf(list))
        cursor = list.items.next_cursor ?? undefined
      } while (cursor)
      expect(numbers).toEqual([...Array(100).keys()].map((n) => n + 1))
    }
  })

  it('are five hundred at most, also of two requests at once', async () => {
    const { lists, person } = await creator({ products: 2 })
    const { id } = await lists.make()
    await app.database.owner.pool.query(
      `with made as (
         insert into products (user_id, payee_id, amazon_url, marketplace, asin, title, is_categorized, metadata_source,
           created_at, updated_at)
         select $1, payee_of($1), 'https://amazon.com/dp/B0LIST0001', 'us', 'B0LIST0001', 'Thing', false, 'owner', $3, $3
         from generate_series(1, 499) returning id
       )
       insert into list_items (list_id, product_id, position, added_at)
       select $2, id, row_number() over (), $3 from made`,
      [person.id, id, app.clock.now()],
    )
    const { items } = await newestOf(person.token)
    const [one, two] = items as { id: string }[]
    const answers = await Promise.all([one, two].map((product) => lists.add(id, [product?.id as string])))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await lists.all())[0].items_count).toBe(500)
  })
})

/** The two products that a person has posted themselves, which are the newest. */
const newestOf = async (token: string) =>
  (await app.request('GET', '/api/v1/me/products?limit=2&q=maya', { token })).body

describe('a look (docs/product/lists.md#looks)', () => {
  it('has a photo, and up to twelve points, whose products come first in the order of their numbers', async () => {
    const { lists, products, person } = await creator({ products: 14 })
    const cover_url = await storePhoto(app, person)
    expect((await lists.create({ title: 'Bare', is_look: true })).status).toBe(400)
    const list = await lists.make({ title: 'The desk', is_look: true, cover_url, product_ids: products })
    const { id } = list
    const items: Item[] = (await lists.read(id)).items.items
    const at = (n: number) => items[n - 1] as Item
    await lists.change(id, at(3).id, { point: { x: 10, y: 20 } })
    await lists.change(id, at(2).id, { point: { x: 30, y: 40 } })
    expect(numbersIn(items, await lists.read(id))).toEqual([3, 2, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    // Moved within its part.
    await lists.move(id, at(9).id, at(3).id)
    await lists.move(id, at(3).id, null)
    expect(numbersIn(items, await lists.read(id)).slice(0, 4)).toEqual([2, 3, 9, 1])
    await lists.change(id, at(2).id, { point: null })
    expect(numbersIn(items, await lists.read(id)).slice(0, 3)).toEqual([3, 2, 9])
    for (const n of [2, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      await lists.change(id, at(n).id, { point: { x: n, y: n } })
    const beyond = await lists.change(id, at(13).id, { point: { x: 1, y: 1 } })
    expect(beyond).toMatchObject({ status: 400, body: { message: 'A photo has 12 points at most.' } })
    expect((await lists.change(id, at(3).id, { point: { x: 10_000, y: 0 } })).body.point).toEqual({
      x: 10_000,
      y: 0,
    })
    expect((await lists.change(id, at(3).id, { point: { x: 10_001, y: 0 } })).status).toBe(400)
    expect((await lists.all())[0].points).toHaveLength(3)
    expect((await lists.edit(id, { cover_url: null })).status).toBe(400)
    await lists.edit(id, { is_look: false, cover_url: null })
    expect((await lists.read(id)).items.items[0].point).toBeNull()
    expect((await lists.change(id, at(3).id, { point: { x: 1, y: 1 } })).status).toBe(400)
  })

  it('has a photo of its owner’s own', async () => {
    const maya = await creator({ products: 0 })
    const theirs = await storePhoto(app, await signUp(app))
    for (const cover_url of [theirs, 'https://m.media-amazon.com/images/I/1.jpg', '/art/lamp.svg'])
      expect((await maya.lists.create({ title: 'Mine', cover_url })).body.code).toBe('validation_failed')
  })
})

/** The first numbers of items, in their present order. */
const numbersIn = (before: Item[], list: { items: { items: Item[] } }) =>
  list.items.items.map(({ id }) => before.find((one) => one.id === id)?.number)
