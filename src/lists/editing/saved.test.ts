import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { creatorOf } from '../testing/own-lists.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const creator = (options?: Parameters<typeof creatorOf>[1]) => creatorOf(app, options)

describe('saved products (docs/product/lists.md#saves)', () => {
  it('are in one private list, also of two requests at once', async () => {
    const maya = await creator({ products: 0 })
    const theo = await creator({ first: 'Theo', products: 4 })
    const parts = [theo.products.slice(0, 2), theo.products.slice(1)]
    const answers = await Promise.all(parts.map((ids) => maya.lists.save(ids)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const own = await maya.lists.all(theo.products[0])
    expect(own).toMatchObject([
      { title: 'Saved', is_saved: true, items_count: 4, item_id: expect.any(String), may_be_public: null },
    ])
    const { id } = own[0]
    expect(await maya.lists.publish(id)).toMatchObject({ status: 400 })
    expect((await maya.lists.save(theo.products)).body).toEqual({ added: 0, items_count: 4 })
    expect((await maya.lists.edit(id, { title: 'Kept' })).status).toBe(200)
    await maya.lists.remove(id)
    expect((await maya.lists.save(theo.products)).body).toEqual({ added: 4, items_count: 4 })
  })

  it('that are no longer shared stay in the owner’s list alone, without their title', async () => {
    const maya = await creator()
    const theo = await creator({ first: 'Theo', products: 1 })
    const [gone] = theo.products as [string]
    const { id, slug } = await maya.lists.make({ product_ids: [gone, ...maya.products] })
    await maya.lists.publish(id)
    expect((await maya.lists.asVisitor(slug)).body.items_count).toBe(5)
    await theo.folio.remove(gone)
    const seen = (await maya.lists.asVisitor(slug)).body
    expect([seen.items_count, seen.items.items.length, seen.items.items[0].number]).toEqual([4, 4, 1])
    const own = await maya.lists.read(id)
    expect(own.items.items[0]).toMatchObject({ product: null, no_longer_shared: true, is_own: false })
    expect(JSON.stringify(own)).not.toContain('Theo thing')
    expect(
      JSON.stringify(
        (await app.request('GET', '/api/v1/me/export', { token: maya.person.token })).body.lists,
      ),
    ).not.toContain('Theo thing')
  })
})

describe('a product in a list of somebody else', () => {
  it('is taken out by its creator for good', async () => {
    const maya = await creator()
    const theo = await creator({ first: 'Theo', products: 1 })
    const [product] = theo.products as [string]
    const { id, slug } = await maya.lists.make({ product_ids: [product, ...maya.products] })
    expect((await theo.lists.showing(product)).body.items).toEqual([])
    expect((await theo.lists.refuse(product, id)).status).toBe(404)
    await maya.lists.publish(id)
    expect((await theo.lists.showing(product)).body.items).toMatchObject([
      { id, slug, title: 'My desk setup', profiles: { username: maya.person.username } },
    ])
    // Neither the list's owner nor anyone else can do so.
    expect((await maya.lists.refuse(product, id)).status).toBe(404)
    expect((await maya.lists.showing(product)).status).toBe(404)

    expect((await theo.lists.refuse(product, id)).status).toBe(204)
    expect((await theo.lists.refuse(product, id)).status).toBe(204)
    expect((await theo.lists.showing(product)).body.items).toEqual([])
    expect((await maya.lists.asVisitor(slug)).body.items_count).toBe(4)
    const { items } = (await maya.lists.read(id)).items
    expect(items[0]).toMatchObject({ product: null, no_longer_shared: true })
    await maya.lists.takeOut(id, items[0].id)
    expect(await maya.lists.add(id, [product])).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    // A change of the product brings it back nowhere.
    await theo.folio.patch(product, { title: '' })
    await theo.folio.patch(product, { title: 'New name' })
    expect((await maya.lists.asVisitor(slug)).body.items_count).toBe(4)
    const other = await maya.lists.make({ title: 'Another', product_ids: [product] })
    expect(other.shown_count).toBe(1)
  })

  it('comes back once it is shown again', async () => {
    const maya = await creator()
    const theo = await creator({ first: 'Theo', products: 1 })
    const [product] = theo.products as [string]
    const { id } = await maya.lists.make({ product_ids: [product, ...maya.products.slice(0, 2)] })
    const hide = (is: boolean) =>
      app.database.owner.pool.query('update products set withheld = $2 where id = $1', [product, is])
    await hide(true)
    expect(await maya.lists.read(id)).toMatchObject({ shown_count: 2, may_be_public: 'too_few' })
    await hide(false)
    expect(await maya.lists.read(id)).toMatchObject({ shown_count: 3, may_be_public: null })
  })
})
