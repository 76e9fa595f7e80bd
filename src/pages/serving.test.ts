import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { productImage } from '../amazon/rules.ts'
import { sendError } from '../platform/http/errors.ts'
import { createRefusals } from '../platform/http/refusals.ts'
import { priceLifetimeMs } from '../shared/product.ts'
import { PageCache } from './cache/page-cache.ts'
import { registerPages } from './routes.ts'

const now = new Date('2026-11-21T12:00:00Z')

let app: FastifyInstance
let renders: number
let isOverloaded: boolean
let status: number
let priceReadAt: Date | null
let fetched: string[]
let html: (nonce: string) => string

beforeEach(async () => {
  await app?.close()
  renders = 0
  isOverloaded = false
  status = 200
  priceReadAt = null
  fetched = []
  html = () => '<p>Everything public</p>'
  app = Fastify()
  app.setErrorHandler(sendError)
  app.decorate('refusals', createRefusals(app.log))
  registerPages(app, {
    renderer: async (_url, { api, nonce }) => {
      renders++
      await new Promise(setImmediate)
      if (priceReadAt) await api('GET /api/v1/products/:ref', { params: { ref: 'lamp-1a2b' } })
      return new Response(html(nonce), { status })
    },
    cache: new PageCache(() => now.getTime()),
    api: async () => ({ id: 'p', user_id: 'u', asin: 'B0', price_as_of: priceReadAt?.toISOString() }),
    appName: 'Folio',
    siteUrl: 'https://folio.example',
    providers: [],
    passwordMinLength: 6,
    shortHosts: [],
    serviceWorker: null,
    clock: () => now,
    creatorFeed: () => Promise.reject(new Error('no feed is asked for here')),
    sitemap: { parts: async () => [], namesIn: async () => null },
    readPicture: async () => null,
    isOverloaded: () => isOverloaded,
    onProductPage: (productId, { method, headers }) =>
      fetched.push(`${productId} ${method} ${headers['user-agent']}`),
  })
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

it('a page’s policy allows pictures of every host that they are taken from', async () => {
  const policy = String((await get('/feed')).headers['content-security-policy'])
  const pictures = /img-src ([^;]*)/.exec(policy)?.[1]?.split(' ')
  for (const host of ['m.media-amazon.com', 'ecx.images-amazon.com', 'g-ecx.images-amazon.com']) {
    const address = `https://${host}/images/I/61kettle01L.jpg`
    expect(productImage(address)).toBe(address)
    expect(pictures).toContain(`https://${host}`)
  }
})

it('a page’s policy allows our own scripts, and none that somebody wrote into shown content', async () => {
  const [own, foreign] = ['ours()', 'theirs()']
  html = (nonce) =>
    `<script nonce="${nonce}">${own}</script><p nonce="x"><script>${foreign}</script><script nonce="guessed">${foreign}</script></p>`
  const { headers, body } = await get('/feed')
  const hashOf = (code: string) => createHash('sha256').update(code).digest('base64')
  const policy = headers['content-security-policy']
  expect(policy).toContain(`default-src 'none'; script-src 'self' 'sha256-${hashOf(own)}';`)
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types worker")
  expect(body).toBe(
    `<script>${own}</script><p nonce="x"><script>${foreign}</script><script nonce="guessed">${foreign}</script></p>`,
  )
})

describe('a public page is rendered', () => {
  it('once for two hundred who ask at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => get('/feed')))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(renders).toBe(1)
  })

  it('once for whatever scope, category and search its address names, which the page alone reads', async () => {
    const queries = ['', '?scope=following', '?scope=public&category=books', '?q=%23tea&category=home']
    const bodies = new Set<string>()
    for (const query of queries) bodies.add((await get(`/feed${query}`)).body)
    expect([renders, bodies.size]).toEqual([1, 1])
  })

  it('once for a thousand made-up queries', async () => {
    for (let n = 0; n < 1_000; n++) await get(`/feed?made_up=${n}`)
    expect(renders).toBe(1)
  })

  it.each([404, 500, 503])('again where it answered %i, which is not cached', async (failed) => {
    status = failed
    for (const round of [1, 2]) {
      const { statusCode, headers } = await get('/somebody')
      expect([statusCode, headers['cache-control'], headers.etag]).toEqual([failed, 'no-store', undefined])
      expect(renders).toBe(round)
    }
  })
})

describe('an address as it is passed on (docs/product/addresses.md#as-they-are-passed-on)', () => {
  it.each([
    ['/l/lamp-1a2b.', '/l/lamp-1a2b'],
    ['/l/Lamp-1A2B%E2%80%A6?utm_source=x', '/l/lamp-1a2b?utm_source=x'],
    ['/product/B08N5WRWNW)', '/product/B08N5WRWNW'],
    ['/theo,&fbclid=x', '/theo'],
    ['/l/lamp-1a2b%3Ffbclid=x', '/l/lamp-1a2b'],
  ])('%s leads to %s, and is neither rendered nor cached', async (address, meant) => {
    for (let round = 0; round < 2; round++) {
      const { statusCode, headers } = await get(address)
      expect([statusCode, headers.location, headers['cache-control']]).toEqual([301, meant, 'no-cache'])
    }
    expect(renders).toBe(0)
    const page = await get(meant)
    expect([page.statusCode, renders]).toEqual([200, 1])
  })

  it('leads nowhere but to this site', async () => {
    for (const path of [
      '//evil.example.',
      '/%2F%2Fevil.example.',
      '/%5C%5Cevil.example)',
      '/l/%2Fevil.example.',
    ])
      expect((await get(path)).headers.location ?? '').not.toMatch(/evil/)
  })
})

describe('pages that are not there', () => {
  it('are rendered 120 times a minute for an address; pages that exist are still shown', async () => {
    await get('/feed')
    status = 404
    const from = (n: number, remoteAddress: string) =>
      app.inject({ url: n % 2 ? `/no-${n}` : `/nowhere/at/all/${n}`, remoteAddress })
    const burst = await Promise.all(Array.from({ length: 300 }, (_, n) => from(n, '203.0.113.9')))
    const codes = burst.map(({ statusCode }) => statusCode)
    expect([
      codes.filter((code) => code === 404).length,
      codes.filter((code) => code === 429).length,
    ]).toEqual([120, 180])
    expect(renders).toBe(121)
    const refused = await from(301, '203.0.113.9')
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await app.inject({ url: '/feed', remoteAddress: '203.0.113.9' })).statusCode).toBe(200)
    expect((await from(302, '203.0.113.8')).statusCode).toBe(404)
    status = 200
    for (let n = 0; n < 130; n++) expect((await get(`/somebody-${n}`)).statusCode).toBe(200)
  })
})

describe('a product’s own page', () => {
  const reader = { 'user-agent': 'reader' }

  it('is reported each time it is fetched, also from the cache, with HEAD and with 304', async () => {
    priceReadAt = now
    const { headers } = await get('/l/lamp-1a2b', reader)
    await get('/l/lamp-1a2b?utm_source=mail', reader)
    await app.inject({ method: 'HEAD', url: '/l/lamp-1a2b', headers: reader })
    const again = await get('/l/lamp-1a2b', { ...reader, 'if-none-match': String(headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(renders).toBe(1)
    expect(fetched).toEqual(['p GET reader', 'p GET reader', 'p HEAD reader', 'p GET reader'])
  })

  it('is not reported where it does not exist, nor are other pages', async () => {
    await get('/feed', reader)
    priceReadAt = now
    status = 404
    await get('/l/lamp-1a2b', reader)
    expect(fetched).toEqual([])
  })
})

describe('while there is too much to do, or the database is away (decision 71)', () => {
  it('a cached page goes on, and an address whose page would have to be made has a plain one', async () => {
    await get('/feed')
    isOverloaded = true
    expect((await get('/feed')).body).toBe('<p>Everything public</p>')
    const { statusCode, headers, body } = await get('/l/lamp-1a2b')
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      503,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body).toContain('Folio is very busy')
    expect(renders).toBe(1)
    isOverloaded = false
    expect((await get('/l/lamp-1a2b')).statusCode).toBe(200)
  })

  it('a page that cannot be made says when to ask again', async () => {
    status = 503
    expect(Number((await get('/feed')).headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('a public page says how long it may be cached (RFC 9110, RFC 9111)', () => {
  it('by a CDN for half a minute, and as long again while it asks', async () => {
    const { headers } = await get('/feed')
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=30, stale-while-revalidate=30')
    expect(headers.vary).toBe('accept-encoding')
  })

  it.each([
    [120, 30, 30],
    [50, 30, 20],
    [10.9, 10, 0],
    [0, 0, 0],
  ])('which ends before a price does that may be shown for %d s more', async (left, fresh, stale) => {
    priceReadAt = new Date(now.getTime() - priceLifetimeMs + left * 1000)
    expect((await get('/l/lamp-1a2b')).headers['cache-control']).toBe(
      `public, max-age=0, s-maxage=${fresh}, stale-while-revalidate=${stale}`,
    )
  })

  it('and answers 304, with what a cache needs and no body, to a client that has it', async () => {
    const { headers, statusCode } = await get('/feed')
    const etag = String(headers.etag)
    expect([statusCode, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{22}"$/)])
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await get('/feed', { 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
      expect(again.headers['cache-control']).toBe(headers['cache-control'])
    }
    for (const other of ['"other"', 'W/"other"', '']) {
      expect((await get('/feed', { 'if-none-match': other })).statusCode).toBe(200)
    }
  })

  it('compressed where that is taken', async () => {
    const plain = await get('/feed')
    for (const accepted of ['br', 'gzip, br;q=0.5', 'gzip, deflate, br, zstd']) {
      const { headers, rawPayload } = await get('/feed', { 'accept-encoding': accepted })
      expect(headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.body)
    }
    // Browsers offer brotli by https alone.
    for (const accepted of ['gzip', 'gzip, deflate', 'br;q=0.0, gzip']) {
      const { headers, rawPayload } = await get('/feed', { 'accept-encoding': accepted })
      expect(headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(rawPayload).toString()).toBe(plain.body)
    }
    for (const accepted of ['br;q=0', 'gzip;q=0', 'brx', 'identity']) {
      expect(
        (await get('/feed', { 'accept-encoding': accepted })).headers['content-encoding'],
      ).toBeUndefined()
    }
  })
})
