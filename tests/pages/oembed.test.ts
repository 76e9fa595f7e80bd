import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { parseXml } from '../harness/markup.ts'
import { type Person, signUp } from '../harness/people.ts'

const siteUrl = 'https://folio.example'

let app: TestApp
let maya: Person
let product: { id: string; short_link_id: string }

beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { APP_NAME: 'Shelf & Co', SITE_URL: siteUrl } })
  maya = await signUp(app, { first: 'Maya', last: 'O’Kafor' })
  const { body } = await app.request('POST', '/api/v1/products', {
    token: maya.token,
    body: {
      amazon_url: 'https://www.amazon.com/dp/B0ATOM0001',
      title: 'Kettle & "stand"',
      category_id: null,
    },
  })
  product = body
})
afterAll(() => app.close())

const ask = (query: Record<string, string>) =>
  app.request('GET', `/api/oembed?${new URLSearchParams(query).toString()}`)

const productUrl = () => `${siteUrl}/l/${product.short_link_id}`

const productAnswer = () => ({
  version: '1.0',
  type: 'rich',
  html: expect.stringMatching(
    `^<iframe src="${siteUrl}/embed/l/[^"]+" title="Kettle &#38; &#34;stand&#34;" width="480" height="180" `,
  ),
  width: 480,
  height: 180,
  title: 'Kettle & "stand"',
  author_name: `Maya (@${maya.username})`,
  author_url: `${siteUrl}/${maya.username}`,
  provider_name: 'Shelf & Co',
  provider_url: siteUrl,
  cache_age: 3600,
  thumbnail_url: expect.stringMatching(`^${productUrl()}/preview\\.jpg\\?v=\\w+$`),
  thumbnail_width: 1200,
  thumbnail_height: 630,
})

describe('oEmbed (oembed.com, version 1.0)', () => {
  it('describes a product, by each of its addresses, to any site', async () => {
    const url = productUrl()
    for (const address of [
      url,
      `${url}/`,
      `${url}?utm_source=mail#top`,
      `${siteUrl}/product/${product.id}`,
      `${url}).`,
      `${siteUrl}/l/${product.short_link_id.toUpperCase()}…`,
      `${url}&fbclid=x`,
    ]) {
      const { status, headers, body } = await ask({ url: address })
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('cache-control')).toBe('public, max-age=600')
      expect(body).toEqual(productAnswer())
    }
  })

  it('describes a profile', async () => {
    const { body } = await ask({ url: `${siteUrl}/${maya.username}`, format: 'json' })
    expect(body).toMatchObject({
      type: 'link',
      title: `Maya O’Kafor (@${maya.username})`,
      author_name: `Maya O’Kafor (@${maya.username})`,
      thumbnail_url: expect.stringContaining(`${siteUrl}/${maya.username}/preview.jpg?v=`),
    })
  })

  it('returns the same in XML', async () => {
    const { headers, body } = await ask({ url: productUrl(), format: 'xml' })
    expect(headers.get('content-type')).toBe('text/xml; charset=utf-8')
    const root = parseXml(body)
    expect(root.name).toBe('oembed')
    const said = root.children.map(({ name, text }) => [name, text])
    const json = (await ask({ url: productUrl() })).body
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(Object.entries(json).map(([name, value]) => [name, String(value)])),
    )
  })

  it('gives a card no larger than the requested size, and a link alone where none fits', async () => {
    const sizeIn = async (room: Record<string, string>) => {
      const { type, width, height, html = '' } = (await ask({ url: productUrl(), ...room })).body
      return [type, width, height, html.includes(`width="${width}" height="${height}"`)]
    }
    expect(await sizeIn({ maxwidth: '300', maxheight: '120' })).toEqual(['rich', 300, 120, true])
    expect(await sizeIn({ maxwidth: '2000' })).toEqual(['rich', 480, 180, true])
    for (const room of [{ maxwidth: '239' }, { maxheight: '95' }])
      expect(await sizeIn(room as never)).toEqual(['link', undefined, undefined, false])
  })

  it('has no thumbnail larger than the requested size', async () => {
    const rooms: Record<string, string>[] = [
      { maxwidth: '600' },
      { maxheight: '400' },
      { maxwidth: '1200', maxheight: '629' },
    ]
    for (const room of rooms) {
      const { status, body } = await ask({ url: productUrl(), ...room })
      expect([status, Object.keys(body).filter((key) => key.startsWith('thumbnail'))]).toEqual([200, []])
    }
    expect((await ask({ url: productUrl(), maxwidth: '1200', maxheight: '630' })).body).toEqual(
      productAnswer(),
    )
  })

  it.each([
    ['no address', {}, 400],
    ['an empty address', { url: '' }, 400],
    ['a width that is none', { url: siteUrl, maxwidth: 'wide' }, 400],
    ['an unknown format', { url: siteUrl, format: 'yaml' }, 501],
    ['what is no address', { url: 'kettle' }, 404],
    ['another site', { url: 'https://folio.example.evil.io/maya' }, 404],
    ['another scheme', { url: 'http://folio.example/feed' }, 404],
    ['a page that is neither', { url: `${siteUrl}/feed` }, 404],
    ['a product that is not there', { url: `${siteUrl}/l/nothing-here` }, 404],
    ['a person who is not there', { url: `${siteUrl}/nobody-of-this-name` }, 404],
    ['a page below', { url: `${siteUrl}/l/a/b` }, 404],
    ['what no name can be', { url: `${siteUrl}/l/%00` }, 404],
  ])('refuses %s', async (_what, query: Record<string, string>, status) => {
    const { status: answered, headers } = await ask(query)
    expect([answered, headers.get('access-control-allow-origin')]).toEqual([status, '*'])
  })

  it('refuses two addresses at once', async () => {
    expect((await app.request('GET', `/api/oembed?url=${siteUrl}/a&url=${siteUrl}/b`)).status).toBe(400)
  })

  it('answers 404 for deleted products', async () => {
    const { body } = await app.request('POST', '/api/v1/products', {
      token: maya.token,
      body: { amazon_url: 'https://www.amazon.com/dp/B0ATOM0002', title: 'Gone', category_id: null },
    })
    await app.request('DELETE', `/api/v1/products/${body.id}`, { token: maya.token })
    expect((await ask({ url: `${siteUrl}/l/${body.short_link_id}` })).status).toBe(404)
  })
})
