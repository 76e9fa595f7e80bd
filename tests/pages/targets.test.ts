import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PageCache } from '../../src/pages/cache/page-cache.ts'
import { registerPages } from '../../src/pages/routes.ts'
import { createHttpServer } from '../../src/platform/http/server.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { signUp } from '../harness/people.ts'
import { randomRuns } from '../harness/random-runs.ts'

const siteUrl = 'https://folio.example'

/** Sends exactly this target, which `fetch` would normalise. */
const ask = (url: string, target: string) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    request({ hostname, port, path: target, agent: false }, (answer) =>
      text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject),
    )
      .on('error', reject)
      .end()
  })

describe('forged addresses of pages', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ pages: true, env: { SITE_URL: siteUrl } })
  })
  afterAll(() => app.close())

  it('never replace a page for others', async () => {
    const maya = await signUp(app)
    const { body } = await app.request('POST', '/api/v1/products', {
      token: maya.token,
      body: { amazon_url: 'https://www.amazon.com/dp/B0TARGETS1', title: 'A brass lamp', category_id: null },
    })
    const shortLinkId = body.short_link_id
    // The attacker's name is the product's shortLinkId.
    const mallory = await signUp(app, { first: 'Mallory' })
    await app.request('PATCH', '/api/v1/me/profile', {
      token: mallory.token,
      body: { username: shortLinkId },
    })
    for (const forged of [
      `//l/${shortLinkId}`,
      `//x:99999/l/${shortLinkId}`,
      `https://evil.example/${shortLinkId}`,
      `/\\l/${shortLinkId}`,
    ])
      expect(await ask(app.url, forged)).toMatchObject({ status: 400 })
    expect((await ask(app.url, `/l/${shortLinkId}`)).body).toContain('A brass lamp')
    expect((await ask(app.url, `${siteUrl}/l/${shortLinkId}?from=proxy`)).body).toContain('A brass lamp')
  })

  it.each(['/assets/%00', '/assets/%5C', '//[::1', '//x:99999/', '/assets//x', '*'])(
    '%s cannot be read, which is nobody’s fault but the sender’s',
    async (target) => {
      const { status, body } = await ask(app.url, target)
      expect([status, JSON.parse(body)]).toEqual([
        400,
        { code: 'malformed_request', message: 'The address of this request cannot be read.' },
      ])
    },
  )
})

describe('the cached page of a key', () => {
  const pages = ['/feed', '/maya', '/l', '/l/lamp', '/product/lamp', '/l/maya', '/l%2Flamp']
  let url: string
  let close: () => Promise<void>
  beforeEach(async () => {
    const log = pino({ level: 'silent' })
    const app = await createHttpServer({
      appName: 'Folio',
      siteUrl,
      trustProxy: false,
      log,
      checkResponses: true,
    })
    registerPages(app, {
      // A page that shows only its own address.
      renderer: async (address) => new Response(new URL(address).pathname),
      cache: new PageCache(Date.now),
      api: () => Promise.reject(new Error('no call is made here')),
      appName: 'Folio',
      siteUrl,
      providers: [],
      passwordMinLength: 6,
      shortHosts: [],
      serviceWorker: null,
      clock: () => new Date(),
      creatorFeed: () => Promise.reject(new Error('no feed is asked for here')),
      sitemap: { parts: async () => [], namesIn: async () => null },
      readPicture: async () => null,
      isOverloaded: () => false,
      onProductPage: () => undefined,
    })
    url = await app.listen({ port: 0 })
    close = () => app.close()
  })

  it('is rendered from that key alone, whatever targets were requested before', async () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      'l',
      'lamp',
      'maya',
      'feed',
      'product',
      '..',
      '.',
      '%2F',
      '%2e',
      '%6c',
      '\\',
      ';',
      '?x',
      siteUrl,
      '@',
      ':',
    )
    const target = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))
    const rooted = target.map((rest) => `/${rest}`)
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(target, rooted), { minLength: 20, maxLength: 20 }),
          async (targets) => {
            for (const forged of targets) expect((await ask(url, forged)).status).toBeLessThan(500)
            for (const page of pages) expect(await ask(url, page)).toEqual({ status: 200, body: page })
          },
        ),
        randomRuns(20),
      )
    } finally {
      await close()
    }
  })
})
