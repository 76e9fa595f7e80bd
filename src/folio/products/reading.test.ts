import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { randomSample } from '../../shared/amazon/sample.ts'

let app: TestApp
let maya: Person
let theo: Person

beforeAll(async () => {
  app = await startTestApp()
  maya = await signUp(app)
  theo = await signUp(app, { first: 'Theo', last: 'Lindqvist' })
})
afterAll(() => app.close())

async function post(person: Person, change: Record<string, unknown> = {}) {
  app.clock.advance(1_000)
  const body = { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title: 'Lamp', category_id: null, ...change }
  const answer = await app.request('POST', '/api/v1/products', { body, token: person.token })
  expect(answer.status).toBe(201)
  return answer.body
}

const read = (ref: string, token?: string) => app.request('GET', `/api/v1/products/${ref}`, { token })

describe('a product by reference (docs/product/product-page.md#addresses-of-a-product)', () => {
  it('is found by short link, by id and by ASIN, the newest live one with it', async () => {
    const older = await post(maya, { amazon_url: 'https://amazon.com/dp/B0REFS0001' })
    const newer = await post(theo, { amazon_url: 'https://amazon.com/dp/B0REFS0001' })
    expect((await read(older.short_link_id)).body.id).toBe(older.id)
    expect((await read(older.id)).body.id).toBe(older.id)
    expect((await read('B0REFS0001')).body.id).toBe(newer.id)
    await app.database.pool.query('update products set deleted_at = now() where id = $1', [newer.id])
    expect((await read('B0REFS0001')).body.id).toBe(older.id)
    expect((await read(newer.short_link_id)).status).toBe(404)
  })

  it.each([
    'nope',
    'B0NOTHERE1',
    '01900000-0000-7000-8000-000000000000',
    '%00',
    'a'.repeat(64),
    'a'.repeat(65),
    'a'.repeat(101),
    '..%2f..',
  ])('that does not exist (%s) answers 404', async (ref) => {
    const { status, body } = await read(ref)
    expect([status, body.code]).toEqual([404, 'not_found'])
  })

  it('shows counts and version only to its owner', async () => {
    const product = await post(maya)
    expect((await read(product.id, maya.token)).body.owner).toMatchObject({ version: 1, clicks_count: 0 })
    expect((await read(product.id, theo.token)).body.owner).toBeNull()
    expect((await read(product.id)).body.owner).toBeNull()
  })

  it('hides sample details from everyone but the owner until they are rewritten', async () => {
    const sample = randomSample()
    const { title, description, image_url, tags } = sample
    const product = await post(maya, { title, description, image_url, tags })
    expect((await read(product.id, maya.token)).body).toMatchObject({ title, owner: { needs_details: true } })
    const seen = (await read(product.id)).body
    expect(seen).toMatchObject({ title: '', description: null, image_url: null, tags: null, price_usd: null })
    expect(product.short_link_id).toMatch(/^item-[0-9a-z]{4}$/)
    const own = await app.request('GET', '/api/v1/me/products', { token: maya.token })
    expect(own.body.items.find((item: { id: string }) => item.id === product.id).needs_details).toBe(true)
  })

  it('shows a price only for 24 hours after it was read', async () => {
    const product = await post(maya)
    const now = app.clock.now()
    await app.database.pool.query('update products set price_cents = 6850, price_as_of = $2 where id = $1', [
      product.id,
      new Date(now.getTime() - 23 * 3600_000),
    ])
    expect((await read(product.id)).body.price_usd).toBe(68.5)
    app.clock.advance(3600_000)
    expect((await read(product.id)).body).toMatchObject({ price_usd: null, price_as_of: null })
  })
})

describe('own collection', () => {
  it('counts products by category and Inbox', async () => {
    const ana = await signUp(app, { first: 'Ana', last: 'López' })
    const categories = await app.request('GET', '/api/v1/categories')
    const home = categories.body.items[2].id
    await post(ana, { category_id: home })
    await post(ana, { category_id: home, image_url: '/art/lamp.svg' })
    await post(ana, { category_id: null })
    const { body } = await app.request('GET', '/api/v1/me/categories', { token: ana.token })
    expect(body.inbox_count).toBe(1)
    expect(body.items).toHaveLength(16)
    expect(body.items.filter((item: { product_count: number }) => item.product_count)).toMatchObject([
      { slug: 'home', product_count: 2, pictures: [{ image_url: '/art/lamp.svg' }, { image_url: null }] },
    ])
    expect(body.items[0].pictures).toEqual([])
    const inHome = await app.request('GET', '/api/v1/me/products?category=home', { token: ana.token })
    expect(inHome.body.items).toHaveLength(2)
    const stranger = await signUp(app)
    const others = await app.request('GET', '/api/v1/me/products?category=home', { token: stranger.token })
    expect(others.body.items).toHaveLength(0)
  })

  it('shows whether an ASIN is already in it', async () => {
    const ana = await signUp(app)
    await post(ana, { amazon_url: 'https://amazon.com/dp/B0TWICE001' })
    const find = (asin: string) =>
      app.request('GET', `/api/v1/me/products?asin=${asin}`, { token: ana.token })
    expect((await find('B0TWICE001')).body.items).toHaveLength(1)
    expect((await find('B0OTHER001')).body.items).toHaveLength(0)
  })
})
