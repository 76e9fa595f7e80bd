import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeAmazon, fakeCredentials, startFakeAmazon } from '../../tests/fakes/amazon.ts'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'

let amazon: FakeAmazon
let app: TestApp
let person: Person

beforeAll(async () => {
  amazon = await startFakeAmazon()
  app = await startTestApp({
    env: {
      AMAZON_TEST_ORIGIN: amazon.origin,
      AMAZON_CREATORS_ID: fakeCredentials.id,
      AMAZON_CREATORS_SECRET: fakeCredentials.secret,
      AMAZON_TAGS: 'us=folio-20,uk=folio-21',
      AMAZON_CALLS_PER_SECOND: '50',
    },
  })
  person = await signUp(app)
})
afterEach(async () => {
  amazon.reset()
  await app.database.pool.query('delete from amazon_items')
})
afterAll(async () => {
  await app.close()
  await amazon.close()
})

const hour = 60 * 60 * 1000
const kettleUrl = 'https://www.amazon.com/dp/B0KETTLE01'

/** Moves the clock; tokens last an hour, so the session is renewed. */
async function later(ms: number) {
  app.clock.advance(ms)
  const body = { refresh_token: person.session.refresh_token }
  const renewed = await app.request('POST', '/auth/v1/token?grant_type=refresh_token', { body })
  person = { ...person, token: renewed.body.access_token, session: renewed.body }
}

const call = (name: string, body: unknown, token: string | undefined = person.token) =>
  app.request('POST', `/functions/v1/${name}`, { body, token })
const resolve = (url: unknown) => call('resolve-short-link', { url })
const lookUp = (asin = 'B0KETTLE01', amazonUrl = kettleUrl) => call('amazon-paapi', { amazonUrl, asin })
const readPage = (amazonUrl = kettleUrl, userId = person.id) => call('add-product', { amazonUrl, userId })

describe('resolve-short-link (docs/product/calls.md#functions)', () => {
  it('returns the address of a short link', async () => {
    const { status, body, headers } = await resolve('https://a.co/d/kettle')
    expect({ status, body }).toEqual({ status: 200, body: { success: true, resolvedUrl: kettleUrl } })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('returns a full link itself, without a request', async () => {
    expect((await resolve(`${kettleUrl}?tag=other-20`)).body).toEqual({
      success: true,
      resolvedUrl: kettleUrl,
    })
    expect(amazon.requests).toHaveLength(0)
  })

  it('reports a link that cannot be resolved', async () => {
    const failed = { success: false, resolvedUrl: null, error: 'Failed to resolve short Amazon link' }
    for (const code of ['down', 'page', 'forever'])
      expect(await resolve(`https://a.co/d/${code}`)).toMatchObject({ status: 200, body: failed })
  })

  it('reports a short link that leads away from Amazon as invalid', async () => {
    expect(await resolve('https://a.co/d/outside')).toMatchObject({
      status: 200,
      body: { success: false, resolvedUrl: null, error: 'Invalid Amazon URL provided' },
    })
  })

  it.each([
    'https://evil.example/x',
    'http://169.254.169.254/',
    'https://[::1]/',
    'javascript:alert(1)',
    'words',
  ])('refuses %s without asking anyone', async (url) => {
    expect(await resolve(url)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: { problems: [{ path: 'url' }] } },
    })
    expect(amazon.requests).toHaveLength(0)
  })
})

describe('amazon-paapi (docs/product/calls.md#functions)', () => {
  const kettle = {
    asin: 'B0KETTLE01',
    amazon_url: kettleUrl,
    title: 'Gooseneck Pour-Over Kettle, 0.9 L, Matte Black',
    description: 'Slow, steady stream for pour-over coffee\nThermometer in the lid',
    image_url: 'https://m.media-amazon.com/images/I/61kettle01L._AC_SL1500_.jpg',
    price_usd: 68,
  }

  it('returns the item, with the time its price was read', async () => {
    const { status, body } = await lookUp('b0kettle01')
    const price_as_of = app.clock.now().toISOString()
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, configured: true, product: { ...kettle, price_as_of } },
    })
  })

  it('asks Amazon again only after an hour', async () => {
    await lookUp()
    await later(hour - 1_000)
    expect((await lookUp()).body.product.price_usd).toBe(68)
    expect(amazon.asked('creatorsapi.amazon')).toHaveLength(1)
    const sold = amazon.items.get('B0KETTLE01')
    if (sold) amazon.items.set('B0KETTLE01', { ...sold, price: 59.5 })
    await later(2_000)
    const again = (await lookUp()).body.product
    expect(again).toMatchObject({ price_usd: 59.5, price_as_of: app.clock.now().toISOString() })
  })

  it('has no product for an item Amazon does not know, which is no failure', async () => {
    expect(await lookUp('B0PAGEONLY')).toMatchObject({
      status: 200,
      body: { success: true, product: null, configured: true },
    })
  })

  it('reports a marketplace that is not configured', async () => {
    expect(await lookUp('B0BERLIN01', 'https://www.amazon.de/dp/B0BERLIN01')).toMatchObject({
      status: 200,
      body: {
        success: false,
        product: null,
        configured: false,
        error: 'Failed to fetch product data from edge function',
      },
    })
  })

  it('reports a failure of Amazon', async () => {
    amazon.behaviour.api = 'garbage'
    expect(await lookUp()).toMatchObject({
      status: 200,
      body: { success: false, product: null, configured: true },
    })
  })

  it.each([
    [{ amazonUrl: kettleUrl }, 'asin'],
    [{ amazonUrl: kettleUrl, asin: 'short' }, 'asin'],
    [{ amazonUrl: kettleUrl, asin: 'B0KETTLE01; drop' }, 'asin'],
    [{ amazonUrl: kettleUrl, asin: ['B0KETTLE01'] }, 'asin'],
    [{ amazonUrl: 'https://evil.example/dp/B0KETTLE01', asin: 'B0KETTLE01' }, 'amazonUrl'],
    [{ amazonUrl: 'https://a.co/d/kettle', asin: 'B0KETTLE01' }, 'amazonUrl'],
    [{ amazonUrl: 'x'.repeat(3_000), asin: 'B0KETTLE01' }, 'amazonUrl'],
    [{ asin: 'B0KETTLE01' }, 'amazonUrl'],
  ])('refuses %j', async (body, path) => {
    expect(await call('amazon-paapi', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: { problems: [{ path }] } },
    })
    expect(amazon.requests).toHaveLength(0)
  })
})

describe('add-product, the fallback (docs/product/calls.md#functions)', () => {
  it('returns the details of the item’s page, without a price', async () => {
    expect(await readPage()).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { asin: 'B0KETTLE01', title: expect.stringMatching(/^Gooseneck/) },
      },
    })
    expect((await readPage()).body.data).toMatchObject({ price_usd: null, price_as_of: null })
    expect(amazon.asked('www.amazon.com')).toHaveLength(1)
  })

  it('reads a page again after an hour', async () => {
    await readPage()
    await later(hour + 1_000)
    await readPage()
    expect(amazon.asked('www.amazon.com')).toHaveLength(2)
  })

  it('stores the Creators API’s answer, and shows its price for 24 hours', async () => {
    await lookUp()
    await later(23 * hour)
    expect((await readPage()).body.data.price_usd).toBe(68)
    await later(hour)
    expect((await readPage()).body.data).toMatchObject({ price_usd: null, title: expect.any(String) })
    expect(amazon.asked('www.amazon.com')).toHaveLength(0)
  })

  it('reports a page that cannot be read', async () => {
    amazon.behaviour.pages = 'robot'
    expect(await readPage()).toMatchObject({
      status: 200,
      body: { success: false, data: null, error: 'Failed to fetch product data' },
    })
  })

  it('refuses another person’s id', async () => {
    const other = await signUp(app)
    expect(await readPage(kettleUrl, other.id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(amazon.requests).toHaveLength(0)
  })

  it.each(['https://www.amazon.com/s?k=mug', 'https://a.co/d/kettle', 'https://evil.example/', ''])(
    'refuses %j',
    async (url) => {
      expect(await readPage(url)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
      expect(amazon.requests).toHaveLength(0)
    },
  )
})

describe('the three functions', () => {
  const good = {
    'resolve-short-link': { url: 'https://a.co/d/kettle' },
    'amazon-paapi': { amazonUrl: kettleUrl, asin: 'B0KETTLE01' },
    'add-product': { amazonUrl: kettleUrl, userId: '' },
  }

  it.each(Object.keys(good) as (keyof typeof good)[])('%s needs a signed-in user', async (name) => {
    for (const token of [undefined, 'forged']) {
      const { status, body } = await app.request('POST', `/functions/v1/${name}`, { body: good[name], token })
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'not_authenticated' })
    }
    expect(amazon.requests).toHaveLength(0)
  })

  it.each(Object.keys(good))('%s refuses what is no such request', async (name) => {
    for (const body of ['', '{', '[]', '"text"', 'null', { url: 7, amazonUrl: 7, asin: 7, userId: 7 }])
      expect((await call(name, body)).status).toBe(400)
    expect((await call(name, { url: 'x'.repeat(2_000_000) })).status).toBe(413)
  })

  it('allow thirty calls per minute and person, then return how long to wait', async () => {
    const [busy, other] = [await signUp(app), await signUp(app)]
    const ask = (token: string) => call('resolve-short-link', { url: kettleUrl }, token)
    const answers = await Promise.all(Array.from({ length: 32 }, () => ask(busy.token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    const refused = await ask(busy.token)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.body.details.retry_after).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBe(refused.body.details.retry_after)
    expect((await ask(other.token)).status).toBe(200)
  })
})
