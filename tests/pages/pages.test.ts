import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commit, version } from '../../src/platform/http/version.ts'
import { priceLifetimeMs } from '../../src/shared/product.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, signUp } from '../harness/people.ts'

let app: TestApp
let maya: Person

beforeAll(async () => {
  app = await startTestApp({ pages: true })
  maya = await signUp(app)
})
afterAll(() => app.close())

async function post(title: string) {
  const { body } = await app.request('POST', '/api/v1/products', {
    token: maya.token,
    body: { amazon_url: 'https://www.amazon.com/dp/B0PAGES001', title, category_id: null },
  })
  return body as { id: string; short_link_id: string }
}

const get = (path: string, headers: Record<string, string> = {}) => app.request('GET', path, { headers })

describe('addresses (docs/product/addresses.md#the-table)', () => {
  it.each([
    ['/', '/feed'],
    ['/auth', '/login'],
    ['/dashboard', '/feed'],
  ])('%s leads to %s', async (from, to) => {
    const { status, headers } = await get(from)
    expect([status, headers.get('location')]).toEqual([302, to])
  })

  it.each([
    '/no/such/page',
    '/UPPER CASE',
    '/a',
    '/l/nothing-here',
    '/nobody-of-that-name',
    '/filing-cabinet/x',
  ])('%s answers 404 as a page', async (path) => {
    const { status, headers } = await get(path)
    expect(status).toBe(404)
    expect(headers.get('content-type')).toContain('text/html')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['/api/v1/nothing', 'not_found'],
    ['/functions/v1/nothing', 'not_found'],
    ['/rest/v1/nothing', 'PGRST205'],
    ['/rest/v1/rpc/nothing', 'PGRST202'],
  ])('%s answers 404 as a call', async (path, code) => {
    const { status, body } = await get(path)
    expect([status, body.code]).toEqual([404, code])
  })

  it('a page names the version that /healthz names', async () => {
    const { version } = (await get('/healthz')).body
    expect((await get('/feed')).body).toContain(`<meta name="version" content="${version}"`)
  })

  it('a page cannot be posted to', async () => {
    expect((await app.request('POST', '/feed', { body: {} })).status).toBe(404)
  })
})

describe('public pages', () => {
  it('have security headers: policy by hash, nosniff, no framing, referrer policy', async () => {
    const { headers, body } = await get('/feed')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    const inline = [...body.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
    expect(inline.length).toBeGreaterThan(0)
    for (const [, code] of inline)
      expect(policy).toContain(createHash('sha256').update(code).digest('base64'))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(body).not.toContain('nonce')
    expect(body).not.toMatch(/ style="/)
    expect(body).not.toMatch(/ on[a-z]+="/)
  })

  it.each(['/feed', '/login', '/terms', '/my-folio', '/no/such/page'])(
    'keep what is pressed before the app is there, by one script in the head: %s',
    async (path) => {
      const { body, headers } = await get(path)
      const [script, ...more] = [...body.matchAll(/<script>([^<]*keepPresses[^<]*)<\/script>/g)]
      expect(more).toEqual([])
      expect(body.indexOf(script?.[0])).toBeLessThan(body.indexOf('</head>'))
      const hash = createHash('sha256')
        .update(script?.[1] ?? '')
        .digest('base64')
      expect(headers.get('content-security-policy')).toContain(hash)
    },
  )

  it('are the same for everyone: a token changes nothing', async () => {
    const { short_link_id } = await post('Same for all')
    const [anonymous, owner] = await Promise.all([
      get(`/l/${short_link_id}`),
      get(`/l/${short_link_id}`, { authorization: `Bearer ${maya.token}` }),
    ])
    expect(owner.body).toBe(anonymous.body)
    expect(anonymous.body).not.toContain(maya.email)
  })

  it('are answered with 304 while nothing changed, and ignore the query', async () => {
    const { short_link_id } = await post('Unchanged')
    // The announcement of the new product may still arrive and cause another rendering.
    await expect
      .poll(async () => {
        const first = await get(`/l/${short_link_id}?utm_source=x`)
        const etag = first.headers.get('etag') ?? ''
        const again = await get(`/l/${short_link_id}?utm_source=y`, { 'if-none-match': etag })
        return [first.status, again.status, again.body]
      })
      .toEqual([200, 304, ''])
  })

  it('change with what they show, before the next reader', async () => {
    const { id, short_link_id } = await post('Before the change')
    expect((await get(`/l/${short_link_id}`)).body).toContain('Before the change')
    await app.database.pool.query(`update products set title = 'After the change' where id = $1`, [id])
    await expect.poll(async () => (await get(`/l/${short_link_id}`)).body).toContain('After the change')
    await app.database.pool.query('update products set deleted_at = now() where id = $1', [id])
    await expect.poll(async () => (await get(`/l/${short_link_id}`)).status).toBe(404)
  })

  it('show no price that is 24 hours old, even from the cache', async () => {
    const { id, short_link_id } = await post('Nearly a day old')
    const readAt = new Date(app.clock.now().getTime() - priceLifetimeMs + 2_000)
    await app.database.pool.query('update products set price_cents = 6800, price_as_of = $2 where id = $1', [
      id,
      readAt,
    ])
    const shown = async () => (await get(`/l/${short_link_id}`)).body.includes('$68')
    expect(await shown()).toBe(true)
    app.clock.advance(2_000)
    await expect.poll(shown, { timeout: 5_000 }).toBe(false)
  })

  it('show changes made during a lost connection to the database', async () => {
    const { id, short_link_id } = await post('Before the loss')
    await get(`/l/${short_link_id}`)
    await app.database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`)
    await app.database.pool.query(`update products set title = 'After the loss' where id = $1`, [id])
    await expect
      .poll(async () => (await get(`/l/${short_link_id}`)).body, { timeout: 15_000 })
      .toContain('After the loss')
  })

  it('escape what people write', async () => {
    const { short_link_id } = await post('</script><script>alert(1)</script><img src=x onerror=alert(2)>')
    const { body } = await get(`/l/${short_link_id}`)
    expect(body).not.toContain('<script>alert(1)')
    expect(body).not.toContain('<img src=x')
  })

  it('describe the site to link previews', async () => {
    const { body } = await get('/feed')
    for (const tag of [
      `<meta property="og:description" content="Share products, earn together"/>`,
      `<meta property="og:url" content="${app.url}/feed"/>`,
      `<meta property="og:image" content="${app.url}/preview.jpg?v=`,
      `<link rel="canonical" href="${app.url}/feed"/>`,
    ])
      expect(body).toContain(tag)
  })

  it('answer HEAD like GET, without the body', async () => {
    const { status, body, headers } = await app.request('HEAD', '/feed')
    expect([status, body]).toEqual([200, ''])
    expect(headers.get('content-type')).toContain('text/html')
  })
})

describe('files', () => {
  it('with a hash in their name are cached for good, compressed where wanted', async () => {
    const script = /"(\/assets\/entry-[^"]+\.js)"/.exec((await get('/feed')).body)?.[1] ?? ''
    const { status, headers } = await get(script, { 'accept-encoding': 'br' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-encoding')).toBe('br')
    const overHttp = await get(script, { 'accept-encoding': 'gzip, deflate' })
    expect(overHttp.headers.get('content-encoding')).toBe('gzip')
    expect(overHttp.headers.get('vary')).toContain('accept-encoding')
    expect((await get('/art/lamp.svg.gz')).status).toBe(404)
    expect((await get('/art/lamp.svg')).headers.get('content-type')).toContain('image/svg+xml')
  })

  it.each([
    '/assets/nothing.js',
    '/.vite/manifest.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
  ])('%s is not served', async (path) => expect((await get(path)).status).toBe(404))
})

describe('the API describes itself', () => {
  it('as OpenAPI, made from the contracts', async () => {
    const { body } = await get('/api/openapi.json')
    expect(body.openapi).toMatch(/^3\.1/)
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining([
        '/api/v1/products',
        '/api/v1/feed',
        '/auth/v1/signup',
        '/functions/v1/amazon-paapi',
      ]),
    )
  })

  it('with each path once, whatever its parameters are called (OpenAPI 3.1, Paths Object)', async () => {
    const { body } = await get('/api/openapi.json')
    const paths = Object.keys(body.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('and as a page', async () => expect((await get('/api/reference/')).status).toBe(200))
})

describe('health', () => {
  it('is separate from readiness', async () => {
    expect((await get('/healthz')).body).toEqual({
      status: 'ok',
      version,
      ...(commit && { commit }),
      refusing: [],
    })
    expect((await get('/readyz')).body).toEqual({ status: 'ready' })
  })
})
