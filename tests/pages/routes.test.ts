import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productImage } from '../../src/amazon/rules.ts'
import { imageHosts } from '../../src/shared/amazon/image-hosts.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ pages: true })
})
afterAll(() => app?.close())

describe('route table (docs/product/addresses.md#the-table)', () => {
  it.each([
    ['/', '/feed'],
    ['/auth', '/login'],
    ['/dashboard', '/feed'],
    ['/dashboard?add=true', '/feed?add=true'],
  ])('the server leads %s to %s', async (from, to) => {
    const { status, headers } = await app.request('GET', from)
    expect([status, headers.get('location')]).toEqual([302, to])
  })

  it.each(['/nowhere/at/all', '/login/x', '/my-folio/x', '/earnings/nothing'])(
    '%s is not found',
    async (address) => {
      const { status, body } = await app.request('GET', address)
      expect(status).toBe(404)
      expect(body).toContain('<title>Page not found · Folio</title>')
    },
  )

  it.each(['/earnings', '/earnings/statement', '/earnings/statement/2026-11'])(
    '%s is nobody’s name',
    async (address) => {
      expect((await app.request('GET', address)).status).toBe(200)
    },
  )
})

describe('document heads', () => {
  it.each([
    ['/login', 'Log in · Folio', 'Share products, earn together'],
    ['/signup', 'Sign up · Folio', 'Join the social commerce revolution'],
  ])('%s has the title %j, its tagline, and is not for search engines', async (address, title, tagline) => {
    const { body } = await app.request('GET', address)
    expect(body).toContain(`<title>${title}</title>`)
    expect(body).toContain(`<meta name="description" content="${tagline}"/>`)
    expect(body).toContain('<meta name="robots" content="noindex"/>')
  })

  it.each(['/my-folio', '/profile', '/forgot', '/reset', '/auth/reset', '/auth/undo'])(
    '%s is not for search engines',
    async (address) => {
      const { status, body } = await app.request('GET', address)
      expect(status).toBe(200)
      expect(body).toContain('<meta name="robots" content="noindex"/>')
    },
  )
})

describe('the content policy of a page', () => {
  it.each(imageHosts)('shows pictures of %s, which are accepted', async (host) => {
    expect(productImage(`https://${host}/images/I/61kettle01L.jpg`)).not.toBeNull()
    const { headers } = await app.request('GET', '/feed')
    const sources = /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ')
    expect(sources).toContain(`https://${host}`)
  })
})
