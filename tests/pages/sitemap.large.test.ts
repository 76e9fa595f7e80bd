import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillShelf } from '../e2e/helpers/collection.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { insertPerson } from '../harness/factories.ts'
import { childrenOf, parseXml, textOf } from '../harness/markup.ts'

const siteUrl = 'https://folio.example'
const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { SITE_URL: siteUrl } })
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
  it('has parts of ten thousand, whose products never move, and none that is empty', async () => {
    const many = await insertPerson(app.database.db)
    await fillShelf(app, { id: many.userId }, 20_001)
    const files = (numbers: number[]) => [
      '/sitemap/pages.xml',
      ...numbers.map((number) => `/sitemap/products-${number}.xml`),
      '/sitemap/profiles-1.xml',
    ]
    const before = await onNewNode(async (node) => {
      expect(await addressesIn(node, '/sitemap.xml')).toEqual(files([1, 2, 3]))
      const parts = await Promise.all(
        [1, 2, 3].map((number) => addressesIn(node, `/sitemap/products-${number}.xml`)),
      )
      expect(Math.max(...parts.map((part) => part.length))).toBe(10_000)
      const all = parts.flat()
      expect(new Set(all).size).toBe(all.length)
      expect(all.filter((address) => address.startsWith('/l/thing-'))).toHaveLength(20_001)
      return parts
    })
    await app.database.pool.query(
      `update products set deleted_at = now() where id in (
         select id from products order by id limit 10_000 offset 10_000)`,
    )
    await onNewNode(async (node) => {
      expect(await addressesIn(node, '/sitemap.xml')).toEqual(files([1, 3]))
      expect(await addressesIn(node, '/sitemap/products-3.xml')).toEqual(before[2])
      expect((await node.request('GET', '/sitemap/products-2.xml')).status).toBe(404)
    })
  })
})
