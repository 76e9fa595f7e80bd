import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { sharedBrowser } from '../../../tests/harness/browser.ts'
import { type Person, signUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { creatorOf } from '../../lists/testing/own-lists.ts'
import { plain } from '../../media/testing/pictures.ts'
import { avatarsOf } from '../../media/testing/storage.ts'
import { embedCode } from '../../shared/sharing/embed.ts'

let app: TestApp
let maya: Person
let photo: string
beforeAll(async () => {
  app = await startTestApp({ pages: true })
  maya = await signUp(app, { first: 'Maya' })
  const avatars = avatarsOf(app, maya.token)
  const name = `products/product-${maya.id}-1.webp`
  await avatars.upload(name, new Blob([new Uint8Array(await plain(600, 500).png().toBuffer())]))
  photo = new URL(avatars.getPublicUrl(name).data.publicUrl).pathname
})
afterAll(() => app.close())

type Product = { id: string; short_link_id: string }

async function post(values: object = {}): Promise<Product> {
  app.clock.advance(1_000)
  const kettle = {
    amazon_url: 'https://www.amazon.com/dp/B0ATOM0001',
    title: 'Kettle & <b>stand</b>',
    user_comment: 'Slow "pour" <script>alert(1)</script>',
    image_url: photo,
    category_id: null,
  }
  const { body } = await app.request('POST', '/api/v1/products', {
    token: maya.token,
    body: { ...kettle, ...values },
  })
  return body
}

const read = (path: string) => app.request('GET', `/embed${path}`)
const views = async ({ id }: Product) =>
  (await app.request('GET', `/api/v1/products/${id}/clicks?period=day`, { token: maya.token })).body.total

describe('a card on another site (docs/product/embeds.md#the-card)', () => {
  it('is one link to the product’s page here, and never to Amazon, without any script', async () => {
    const { short_link_id } = await post()
    const { status, headers, body } = await read(`/l/${short_link_id}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(String(body).match(/href="[^"]*"/g)).toEqual([`href="${app.url}/l/${short_link_id}"`])
    expect(body).toContain('target="_blank" rel="noopener"')
    expect(body).toContain('Kettle &#38; &#60;b&#62;stand')
    expect(body).not.toMatch(/<script|amazon|\son\w+=/i)
  })

  it('may stand in any frame, and loads its own style and pictures from here, and nothing else', async () => {
    const { short_link_id } = await post()
    const policy = (await read(`/l/${short_link_id}`)).headers.get('content-security-policy') ?? ''
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors *',
    ])
    const page = await app.request('GET', `/l/${short_link_id}`)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('shows the creator’s own photo, and none of Amazon’s', async () => {
    const own = await post()
    expect((await read(`/l/${own.short_link_id}`)).body).toContain(
      `<img src="/storage/v1/render/image/public/`,
    )
    const none = await post({ image_url: null })
    expect((await read(`/l/${none.short_link_id}`)).body).not.toContain('<img')
  })

  it('counts no view of the product', async () => {
    const product = await post()
    await read(`/l/${product.short_link_id}`)
    await app.request('GET', `/api/oembed?url=${app.url}/l/${product.short_link_id}`)
    expect(await views(product)).toBe(0)
  })

  it('is cached as the page is: changed with it, and at once', async () => {
    const { id, short_link_id } = await post()
    const first = await read(`/l/${short_link_id}`)
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=30/)
    const again = await app.request('GET', `/embed/l/${short_link_id}`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    await app.request('PATCH', `/api/v1/products/${id}`, { token: maya.token, body: { title: 'A lamp' } })
    await expect.poll(async () => (await read(`/l/${short_link_id}`)).body).toContain('A lamp')
  })

  it('is a plain card with status 404 where the product is unknown, deleted or hidden', async () => {
    const [deleted, hidden] = [await post(), await post()]
    const admin = await signUpAdmin(app)
    for (const { short_link_id } of [deleted, hidden])
      expect((await read(`/l/${short_link_id}`)).status).toBe(200)
    await app.request('DELETE', `/api/v1/products/${deleted.id}`, { token: maya.token })
    await app.request('POST', `/api/v1/admin/products/${hidden.id}/hide`, {
      token: admin.token,
      body: { reason: 'A fake.' },
    })
    for (const ref of [deleted.short_link_id, hidden.short_link_id, 'nothing-here', 'x%00', "'%22%3E"])
      await expect
        .poll(async () => {
          const { status, headers, body } = await read(`/l/${ref}`)
          return [
            ref,
            status,
            headers.get('cache-control'),
            String(body).includes('This is not here any more.'),
          ]
        })
        .toEqual([ref, 404, 'no-store', true])
  })

  it('shows a public list, and leads to it; a private one is not there', async () => {
    const { person, lists, products } = await creatorOf(app, { first: 'Ines' })
    const list = await lists.make({ title: 'My <desk> setup', words: 'All of it', product_ids: products })
    const path = `/${person.username}/${list.slug}`
    expect((await read(path)).status).toBe(404)
    expect((await lists.publish(list.id)).status).toBe(200)
    const { status, body } = await read(path)
    expect([status, String(body).match(/href="[^"]*"/g)]).toEqual([200, [`href="${app.url}${path}"`]])
    expect(body).toContain(`A list by @${person.username}`)
    const oembed = await app.request('GET', `/api/oembed?url=${app.url}${path}`)
    expect(oembed.body).toMatchObject({
      type: 'rich',
      title: 'My <desk> setup',
      html: expect.stringContaining(`/embed${path}"`),
    })
    expect((await app.request('GET', path)).body).toContain('application/json+oembed')
    await lists.edit(list.id, { title: 'Another' })
    await expect.poll(async () => (await read(path)).body).toContain('Another')
  })

  it('is shown in a page of another site, with its photo, and its link opens a tab', async () => {
    const { short_link_id } = await post()
    const html = embedCode({ origin: app.url, path: `/l/${short_link_id}`, title: 'Kettle' })
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end(`<!doctype html><title>A blog</title>${html}`),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const context = await (await sharedBrowser()).newContext()
    try {
      const page = await context.newPage()
      const faults: string[] = []
      page.on('console', (message) => {
        // Those of the test's own look into the frame.
        const isTests = message.text().includes("'allow-scripts' permission is not set")
        if (message.type() === 'error' && !isTests) faults.push(message.text())
      })
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
      const card = page.frameLocator('iframe')
      await card.getByRole('heading', { name: 'Kettle & <b>stand</b>' }).waitFor()
      const width = () => card.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)
      await expect.poll(width).toBeGreaterThan(0)
      const [tab] = await Promise.all([context.waitForEvent('page'), card.getByRole('link').click()])
      expect(
        new URL(tab.url() === 'about:blank' ? await tab.evaluate(() => location.href) : tab.url()).pathname,
      ).toBe(`/l/${short_link_id}`)
      expect(faults).toEqual([])
    } finally {
      await context.close()
      server.close()
    }
  })
})
