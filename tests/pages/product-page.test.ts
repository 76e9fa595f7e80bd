import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, signUp } from '../harness/people.ts'

let app: TestApp
let theo: Person
let kettle: Product

beforeAll(async () => {
  app = await startTestApp({ pages: true })
  theo = await signUp(app, { first: 'Theo', last: 'Lindqvist' })
  kettle = await post('Gooseneck pour-over kettle', 'B0KETTLE01')
})
afterAll(() => app?.close())

type Product = { id: string; short_link_id: string }

async function post(title: string, asin = 'B0PAGES001', category_id: string | null = null): Promise<Product> {
  const amazon_url = `https://www.amazon.com/dp/${asin}`
  const { body } = await app.request('POST', '/api/v1/products', {
    token: theo.token,
    body: { amazon_url, title, category_id },
  })
  return body
}

const pathOf = (product: Product) => `/l/${product.short_link_id}`

it("shows its category's sign without scripts, from a file that is there", async () => {
  const { body: categories } = await app.request('GET', '/api/v1/categories')
  const product = await post('Bare', 'B0BARE0001', categories.items[0].id)
  const { body } = await app.request('GET', pathOf(product))
  const [, file, sign] = body.match(/<use href="([^"#]+)#([^"]+)"/) ?? []
  expect(sign).toBe(categories.items[0].slug)
  expect((await fetch(new URL(file, app.url))).headers.get('content-type')).toBe('image/svg+xml')
})

describe('product detail page, its addresses (docs/product/product-page.md#addresses-of-a-product)', () => {
  it.each([
    ['short link', () => pathOf(kettle)],
    ['short link under /product', () => `/product/${kettle.short_link_id}`],
    ['product id', () => `/product/${kettle.id}`],
    ['ASIN', () => '/product/B0KETTLE01'],
    ['ASIN under /l', () => '/l/B0KETTLE01'],
  ])('opens by %s, under one canonical address', async (_, address) => {
    const { status, body } = await app.request('GET', address())
    expect(status).toBe(200)
    expect(body).toContain(`<link rel="canonical" href="${app.url}${pathOf(kettle)}"/>`)
  })

  it.each(['/l/nothing-0000', '/product/B000000000', '/l/%00', '/l/%F0%9F%94%A5', `/l/${'x'.repeat(300)}`])(
    '%s is not found',
    async (address) => {
      const { status, body, headers } = await app.request('GET', address)
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
      expect(body).toContain('<title>Product Preview Not Available · Folio</title>')
      expect(body).toContain('<meta name="robots" content="noindex"/>')
    },
  )

  it('is gone at once when the product is deleted', async () => {
    const product = await post('Soon gone')
    expect((await app.request('GET', pathOf(product))).status).toBe(200)
    await app.database.db
      .updateTable('products')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', product.id)
      .execute()
    await expect.poll(async () => (await app.request('GET', pathOf(product))).status).toBe(404)
    const { body } = await app.request('GET', pathOf(product))
    expect(body).toMatch(new RegExp(`href="/${theo.username}"[^>]*>More from (<!-- -->)?Theo<`))
  })

  it("is the same for everyone: the owner's HTML is the visitor's", async () => {
    const visited = await app.request('GET', pathOf(kettle))
    const owned = await app.request('GET', pathOf(kettle), { token: theo.token })
    expect(owned.body).toBe(visited.body)
    expect(visited.body).not.toContain('Your link has been clicked')
  })

  it('answers 500 without details of the failure, and works again afterwards', async () => {
    const { db } = app.database.owner
    const product = await post('Still there')
    await db.schema.alterTable('short_links').renameTo('gone').execute()
    const failed = await app.request('GET', pathOf(product))
    await db.schema.alterTable('gone').renameTo('short_links').execute()
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([500, 'no-store'])
    expect(failed.body).toContain('Product Preview Not Available')
    expect(failed.body).not.toContain('relation')
    expect((await app.request('GET', pathOf(product))).status).toBe(200)
  })
})
