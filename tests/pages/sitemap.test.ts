import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { insertPerson, insertProduct, type Person as Owner } from '../harness/factories.ts'
import { childrenOf, parseXml, textOf } from '../harness/markup.ts'

const siteUrl = 'https://folio.example'
const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'

let app: TestApp
let ana: Owner

beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { SITE_URL: siteUrl } })
  ana = await insertPerson(app.database.db)
})
afterAll(() => app.close())

/** Another app on the same data, with an empty cache. */
async function onNewNode<T>(work: (node: TestApp) => Promise<T>): Promise<T> {
  const node = await startTestApp({ pages: true, env: { SITE_URL: siteUrl }, database: app.database })
  return work(node).finally(node.close)
}

async function addressesIn(node: TestApp, file: string) {
  const { status, headers, body } = await node.request('GET', file)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  const root = parseXml(body)
  expect(root.attributes.xmlns).toBe(xmlns)
  const urls = childrenOf(root, root.name === 'sitemapindex' ? 'sitemap' : 'url')
  return urls.map((url) => textOf(url, 'loc').replace(siteUrl, ''))
}

describe('the sitemap (sitemaps.org 0.9)', () => {
  it('names its parts, and the site’s own pages, where nothing has been published yet', () =>
    onNewNode(async (node) => {
      expect(await addressesIn(node, '/sitemap.xml')).toEqual(['/sitemap/pages.xml'])
      expect(await addressesIn(node, '/sitemap/pages.xml')).toEqual(['/feed', '/terms', '/privacy'])
    }))

  it('has every public product and everyone who has one, with their last changes', async () => {
    const { db } = app.database
    await insertPerson(db)
    const ben = await insertPerson(db)
    const changedAt = new Date('2026-03-04T05:06:07.000Z')
    const mug = await insertProduct(db, ana, { updated_at: changedAt })
    const postedAt = new Date('2026-05-06T07:08:09.000Z')
    const lamp = await insertProduct(db, ben, { created_at: postedAt, updated_at: postedAt })
    await insertProduct(db, ana, { metadata_source: 'sample' })
    const gone = await insertPerson(db)
    await insertProduct(db, gone, { deleted_at: changedAt })
    await onNewNode(async (node) => {
      expect(await addressesIn(node, '/sitemap.xml')).toEqual(
        ['pages', 'products-1', 'profiles-1'].map((file) => `/sitemap/${file}.xml`),
      )
      expect(await addressesIn(node, '/sitemap/products-1.xml')).toEqual([
        `/l/${mug.shortLinkId}`,
        `/l/${lamp.shortLinkId}`,
      ])
      expect(await addressesIn(node, '/sitemap/profiles-1.xml')).toEqual([
        `/${ana.username}`,
        `/${ben.username}`,
      ])
      const products = parseXml((await node.request('GET', '/sitemap/products-1.xml')).body)
      const profiles = parseXml((await node.request('GET', '/sitemap/profiles-1.xml')).body)
      expect(childrenOf(products, 'url').map((url) => textOf(url, 'lastmod'))).toEqual([
        changedAt.toISOString(),
        postedAt.toISOString(),
      ])
      expect(childrenOf(profiles, 'url').map((url) => textOf(url, 'lastmod'))[1]).toBe(postedAt.toISOString())
    })
  })

  it('is compressed, cached for ten minutes, and answered with 304', async () => {
    const { headers } = await app.request('GET', '/sitemap.xml', { headers: { 'accept-encoding': 'br' } })
    expect(headers.get('content-encoding')).toBe('br')
    expect(headers.get('cache-control')).toBe('public, max-age=600, stale-while-revalidate=600')
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await app.request('GET', '/sitemap.xml', { headers: known })).status).toBe(304)
  })

  it.each(['products-0', 'products-01', 'products-9999999', 'products-x', 'people-1', 'products'])(
    'has no part %s',
    async (name) => {
      const { status, headers } = await app.request('GET', `/sitemap/${name}.xml`)
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
    },
  )
})

describe('robots.txt (RFC 9309)', () => {
  it('names the sitemap', async () => {
    const { status, headers, body } = await app.request('GET', '/robots.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toContain(`\nSitemap: ${siteUrl}/sitemap.xml\n`)
  })

  it.each([
    ['/feed', true],
    ['/feed?utm_source=x', true],
    ['/l/mug-0001', true],
    ['/product/B08N5WRWNW', true],
    ['/maya', true],
    ['/maya/feed.atom', true],
    ['/terms', true],
    ['/privacy', true],
    ['/sitemap.xml', true],
    ['/sitemap/products-1.xml', true],
    ['/assets/page.js', true],
    ['/storage/v1/object/public/avatars/products/mug.webp', true],
    // Names that begin like a private screen.
    ['/inbox-zero', true],
    ['/profiles-r-us', true],
    ['/api-fan', true],
    ['/inbox', false],
    ['/inbox/', false],
    ['/profile', false],
    ['/profile?add=true', false],
    ['/my-folio', false],
    ['/my-folio/transfer', false],
    ['/category/home', false],
    ['/categories/setup', false],
    ['/filing-cabinet', false],
    ['/earnings', false],
    ['/admin', false],
    ['/share', false],
    ['/api/v1/feed', false],
    ['/auth/v1/token', false],
    ['/functions/v1/people-top', false],
    ['/rest/v1/rpc/follow_user', false],
  ])('%s may be read: %s', async (path, allowed) => expect(await mayBeRead(path)).toBe(allowed))

  it('keeps every screen behind sign-in out', async () => {
    const files = await readdir('src/web/routes/_app', { recursive: true })
    const screens = files
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => file.replace(/(\/index)?\.tsx$/, '').replaceAll('_/', '/'))
    expect(screens.length).toBeGreaterThan(5)
    for (const screen of screens) expect([screen, await mayBeRead(`/${screen}`)]).toEqual([screen, false])
  })
})

async function mayBeRead(path: string): Promise<boolean> {
  const { body } = await app.request('GET', '/robots.txt')
  const rules = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, rule]) => rule as string)
  return !rules.some((rule) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)))
}
