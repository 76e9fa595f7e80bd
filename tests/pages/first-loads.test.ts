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
 * The compressed bytes of the scripts that a page names. The names of other scripts in them end in a hash, which
 * differs with each commit and compresses to twenty bytes more or less: here it is always the same.
 */
async function bytesOf(address: string): Promise<number> {
  const { body } = await app.request('GET', address)
  const files = [...new Set(String(body).match(/\/assets\/[^"]+\.js/g))]
  const sizes = await Promise.all(
    files.map(async (file) => {
      const script = await (await fetch(new URL(file, app.url))).text()
      return brotliCompressSync(script.replaceAll(/-[0-9a-f]{8}(?=\.(js|css)\b)/g, '-01234567')).length
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

// What a page needs only later is imported later (decision 16).
it('the scripts of a first visit stay as small as they are', async () => {
  const ana = await signUp(app, { first: 'Ana' })
  const product = await app.request('POST', '/api/v1/products', {
    token: ana.token,
    body: { amazon_url: 'https://www.amazon.com/dp/B0ATOM0001', title: 'A mug', category_id: null },
  })
  const most = {
    [`/l/${product.body.short_link_id}`]: 106_500,
    '/feed': 116_800,
    [`/${ana.username}`]: 107_000,
  }
  for (const [page, bytes] of Object.entries(most))
    expect(await bytesOf(page), page).toBeLessThanOrEqual(bytes)
})
