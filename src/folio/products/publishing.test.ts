import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { randomSample } from '../../shared/amazon/sample.ts'

let app: TestApp
let maya: Person
let kitchen: string

beforeAll(async () => {
  app = await startTestApp({ env: { AMAZON_TAGS: 'us=folio-20,uk=folio-21' } })
  maya = await signUp(app)
  const categories = await app.request('GET', '/api/v1/categories')
  kitchen = categories.body.items.find((c: { slug: string }) => c.slug === 'kitchen').id
})
afterAll(() => app.close())

const kettle = () => ({
  amazon_url: 'https://www.amazon.com/Some-Kettle/dp/B0KETTLE01?tag=someone-20&ref=x',
  title: 'Gooseneck kettle',
  description: 'For careful pouring.',
  user_comment: 'Slow pour, no drips.',
  tags: ['Coffee', ' coffee ', 'slow mornings'],
  category_id: kitchen as string | null,
})

const post = (body: unknown, options: { token?: string; key?: string } = {}) =>
  app.request('POST', '/api/v1/products', {
    body,
    token: options.token ?? maya.token,
    headers: options.key ? { 'idempotency-key': options.key } : {},
  })

const countOf = async (table: string) => {
  const { rows } = await app.database.pool.query(`select count(*)::int as n from ${table}`)
  return rows[0].n as number
}

describe('publishing a product (docs/product/add-item.md#publishing)', () => {
  it('answers the product with its short link, category, clean tags and tagged shop link', async () => {
    const { status, body } = await post(kettle())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      asin: 'B0KETTLE01',
      title: 'Gooseneck kettle',
      user_comment: 'Slow pour, no drips.',
      tags: ['coffee', 'slow mornings'],
      is_categorized: true,
      categories: { slug: 'kitchen' },
      price_usd: null,
      amazon_host: 'amazon.com',
      elsewhere: [{ host: 'amazon.co.uk', url: expect.stringContaining('/s?k=') }],
      owner: { clicks_count: 0, version: 1, needs_details: true },
    })
    expect(body.short_link_id).toMatch(/^gooseneck-kettle-[0-9a-z]{4}$/)
    expect(body.shop_url).toBe(
      `https://www.amazon.com/dp/B0KETTLE01?tag=folio-20&ascsubtag=${body.short_link_id}`,
    )
  })

  it('without a category goes to the Inbox', async () => {
    const { body } = await post({ ...kettle(), category_id: null })
    expect(body).toMatchObject({ is_categorized: false, categories: null })
    const inbox = await app.request('GET', '/api/v1/me/products?category=inbox', { token: maya.token })
    expect(inbox.body.items.map((item: { id: string }) => item.id)).toContain(body.id)
  })

  it('without a title is named after its ASIN, and so is its short link', async () => {
    const { status, body } = await post({ ...kettle(), title: '  ' })
    expect(status).toBe(201)
    expect(body.title).toBe('')
    expect(body.short_link_id).toMatch(/^item-/)
  })

  it('links to the marketplace of the link', async () => {
    const { body } = await post({ ...kettle(), amazon_url: 'http://amazon.co.uk/gp/product/b0kettle02' })
    expect(body.asin).toBe('B0KETTLE02')
    expect(body.shop_url).toMatch(/^https:\/\/www\.amazon\.co\.uk\/dp\/B0KETTLE02\?tag=folio-21&ascsubtag=/)
  })

  it('stores emoji, right-to-left text and HTML unchanged', async () => {
    const title = 'مصباح 🪔 <script>alert(1)</script> & "lamp"'
    const { body } = await post({ ...kettle(), title })
    expect(body.title).toBe(title)
  })

  it('never takes a price or a picture from the client', async () => {
    const { body } = await post({ ...kettle(), price_usd: 1, image_url: 'https://evil.example/pixel.gif' })
    expect(body).toMatchObject({ price_usd: null, image_url: null })
  })

  it('of a link without an ASIN has no made-up one in the shop link', async () => {
    const { status, body } = await post({
      ...kettle(),
      amazon_url: 'https://a.co/d/abc1234',
      asin: 'B0FAKE0001',
    })
    expect(status).toBe(201)
    expect(body.shop_url).toBe('https://a.co/d/abc1234')
  })

  it('is stored as a sample, without a price, and with its ASIN marked as made up', async () => {
    const { title, description, image_url } = randomSample()
    const sample = { ...kettle(), title, description, image_url }
    const stored = async (body: unknown) =>
      app.database.db
        .selectFrom('products')
        .select(['metadata_source', 'price_cents', 'asin', 'asin_is_made_up', 'amazon_url'])
        .where('id', '=', (await post(body)).body.id)
        .executeTakeFirstOrThrow()
    const marks = { metadata_source: 'sample', price_cents: null }
    expect(await stored({ ...sample, amazon_url: 'https://www.amazon.com/dp/B0SAMPLE01' })).toEqual({
      ...marks,
      asin: 'B0SAMPLE01',
      asin_is_made_up: false,
      amazon_url: 'https://www.amazon.com/dp/B0SAMPLE01',
    })
    const short = { ...sample, amazon_url: 'https://a.co/d/down', asin: 'B0FAKE0002' }
    const { asin, amazon_url } = short
    expect(await stored(short)).toEqual({ ...marks, asin, asin_is_made_up: true, amazon_url })
  })
})

describe('repeated and simultaneous requests', () => {
  it('with one Idempotency-Key make one product', async () => {
    const before = await countOf('products')
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(kettle(), { key: 'same-key-1' })))
    const later = await post(kettle(), { key: 'same-key-1' })
    expect(new Set([...answers, later].map(({ body }) => body.id)).size).toBe(1)
    expect([...answers, later].every(({ status }) => status === 201)).toBe(true)
    expect(await countOf('products')).toBe(before + 1)
  })

  it('refuse a key of another request', async () => {
    await post(kettle(), { key: 'same-key-2' })
    const { status, body } = await post({ ...kettle(), title: 'Another' }, { key: 'same-key-2' })
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('let two people use the same key', async () => {
    const other = await signUp(app)
    const [mine, theirs] = [
      await post(kettle(), { key: 'same-key-3' }),
      await post(kettle(), { key: 'same-key-3', token: other.token }),
    ]
    expect(mine.body.id).not.toBe(theirs.body.id)
  })

  it('with one title at one moment get different short links', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(kettle())))
    expect(new Set(answers.map(({ body }) => body.short_link_id)).size).toBe(4)
  })
})

describe('bad input', () => {
  it.each([
    ['a title of 10,000 characters', { title: 'x'.repeat(10_000) }, 'title'],
    ['a NUL in the comment', { user_comment: 'a\0b' }, 'user_comment'],
    ['half a surrogate pair', { title: '\ud800' }, 'title'],
    ['a category that is not an id', { category_id: 'kitchen' }, 'category_id'],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 'tags'],
    ['a number as title', { title: 7 }, 'title'],
    ['another site', { amazon_url: 'https://amazon.com.evil.io/dp/B0KETTLE01' }, 'amazon_url'],
    ['a host after an @', { amazon_url: 'https://amazon.com@evil.io/dp/B0KETTLE01' }, 'amazon_url'],
    ['a script', { amazon_url: 'javascript:alert(1)' }, 'amazon_url'],
    ['a link without an ASIN', { amazon_url: 'https://www.amazon.com/' }, 'amazon_url'],
    ['nothing as link', { amazon_url: '' }, 'amazon_url'],
  ])('%s is refused beside its field', async (_what, change, path) => {
    const before = await countOf('products')
    const { status, body } = await post({ ...kettle(), ...change })
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.details.problems[0].path).toBe(path)
    expect(await countOf('products')).toBe(before)
  })

  it('an unknown category is reported', async () => {
    const { body } = await post({ ...kettle(), category_id: '01900000-0000-7000-8000-000000000000' })
    expect(body.details.problems).toEqual([{ path: 'category_id', message: 'This category does not exist.' }])
  })

  it('a body that is no JSON, or too large, has its own code', async () => {
    const broken = await post('{"title":')
    expect([broken.status, broken.body.code]).toEqual([400, 'malformed_request'])
    const huge = await post({ ...kettle(), description: 'x'.repeat(1_100_000) })
    expect([huge.status, huge.body.code]).toEqual([413, 'payload_too_large'])
  })

  it('a malformed key is refused', async () => {
    const { status, body } = await post(kettle(), { key: 'short' })
    expect([status, body.code]).toEqual([400, 'malformed_request'])
  })
})

describe('permission', () => {
  it('an anonymous caller and one with a forged or ended token are refused', async () => {
    const stranger = await signUp(app)
    await app.request('POST', '/auth/v1/logout?scope=global', { token: stranger.token })
    for (const token of ['', 'not-a-token', stranger.token]) {
      const { status, body } = await app.request('POST', '/api/v1/products', {
        body: kettle(),
        ...(token && { token }),
      })
      expect([status, body.code]).toEqual([401, 'not_authenticated'])
    }
    for (const path of ['/api/v1/me', '/api/v1/me/products', '/api/v1/me/categories'])
      expect((await app.request('GET', path)).status).toBe(401)
  })
})
