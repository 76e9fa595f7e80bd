import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { signUp } from '../harness/people.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ pages: true })
})
afterAll(() => app.close())

/**
 * The scripts that a page names, with their compressed bytes. The names of other scripts in them end in a hash, which
 * differs with each commit and compresses to twenty bytes more or less: here it is always the same.
 */
async function scriptsOf(address: string) {
  const { body } = await app.request('GET', address)
  const files = [...new Set(String(body).match(/\/assets\/[^"]+\.js/g))]
  return Promise.all(
    files.map(async (file) => {
      const script = await (await fetch(new URL(file, app.url))).text()
      return {
        name: file.replace(/^.*\/|-[0-9a-f]{8}\.js$/g, ''),
        bytes: brotliCompressSync(script.replaceAll(/-[0-9a-f]{8}(?=\.(js|css)\b)/g, '-01234567')).length,
      }
    }),
  )
}

// The most bytes of each file. What a page needs only later is imported later (decision 16).
const shared = { 'entry-client': 84_990, public: 4_960 }
const lists = { screens: 4_520, lists: 3_900 }

it.each([
  ['a product page', { ...shared, product: 2_800, 'l._ref': 200 }],
  ['the feed', { ...shared, ...lists, feed: 4_850 }],
  ['a profile', { ...shared, ...lists, profile: 2_100, _username: 200 }],
])(
  'the scripts of a first visit stay as small as they are: %s',
  async (page, most: Record<string, number>) => {
    const ana = await signUp(app, { first: 'Ana' })
    const product = await app.request('POST', '/api/v1/products', {
      token: ana.token,
      body: { amazon_url: 'https://www.amazon.com/dp/B0ATOM0001', title: 'A mug', category_id: null },
    })
    const addresses: Record<string, string> = {
      'a product page': `/l/${product.body.short_link_id}`,
      'the feed': '/feed',
      'a profile': `/${ana.username}`,
    }
    const sizes: Record<string, number> = {}
    for (const { name, bytes } of await scriptsOf(addresses[page] ?? ''))
      sizes[name] = (sizes[name] ?? 0) + bytes
    expect(Object.keys(sizes).sort()).toEqual(Object.keys(most).sort())
    expect(Object.entries(sizes).filter(([name, bytes]) => !(bytes <= (most[name] ?? 0)))).toEqual([])
  },
)
