import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programsAgents } from '../../src/clicks/testing/agents.ts'
import { sampleItems } from '../../src/shared/amazon/sample.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { insertProduct } from '../harness/factories.ts'
import { readHead } from '../harness/markup.ts'
import { type Person, signUp } from '../harness/people.ts'

const siteUrl = 'https://folio.example'
const agents = programsAgents.preview

let app: TestApp
let theo: Person
let kettle: string
let mug: string

beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { APP_NAME: 'Shelf & Co', SITE_URL: siteUrl } })
  theo = await signUp(app, { first: 'Theo', last: 'Lindqvist' })
  kettle = await post({ title: 'Kettle "Nº 1" & stand', user_comment: 'Slow pour,\nno drips.' })
  mug = await post({ title: '' })
})
afterAll(() => app.close())

async function post(body: Record<string, unknown>): Promise<string> {
  const { body: product } = await app.request('POST', '/api/v1/products', {
    token: theo.token,
    body: { amazon_url: 'https://www.amazon.com/dp/B0KETTLE01', category_id: null, ...body },
  })
  return product.short_link_id
}

async function fetched(path: string, headers: Record<string, string> = {}) {
  const { status, body } = await app.request('GET', path, { headers })
  expect(status).toBe(200)
  return { html: body as string, ...readHead(body) }
}

/** The answer at an address below the site's public one. */
const at = (address: string, headers: Record<string, string> = {}) =>
  fetch(app.url + address.slice(siteUrl.length), { headers, redirect: 'manual' })

type Needs = {
  agent: keyof typeof agents
  /** Headers beside the agent, as the app sends them. */
  headers?: Record<string, string>
  /** All of its tags are within this many bytes from the beginning. */
  within?: number
  tags: string[]
  /** The image's size, in bytes. */
  most?: number
  /** Reads oEmbed where it is announced. */
  oembed?: true
}

/** Tags that only a product's page has. */
const ofProducts = /^twitter:(label|data)/
const openGraph = ['og:title', 'og:description', 'og:image', 'og:url']
const sized = ['og:image:width', 'og:image:height', 'og:image:type', 'og:image:alt']

const apps: Record<string, Needs> = {
  // developers.facebook.com/docs/whatsapp/link-previews: the head within 300 KB; image at least 300 px wide, at most
  // 4:1 and 600 KB. Older versions of the app showed none above 300 KB.
  WhatsApp: { agent: 'WhatsApp’s', within: 300_000, tags: openGraph, most: 300_000 },
  // developer.apple.com/documentation/technotes/tn3156: og:title and og:image, the same for every agent, and an icon.
  iMessage: { agent: 'iMessage’s', tags: ['og:title', 'og:image', 'og:site_name'] },
  // api.slack.com/robots and /reference/messaging/link-unfurling: it asks for the first 32 kB; labels of Twitter cards.
  Slack: {
    agent: 'Slack’s',
    headers: { range: 'bytes=0-32768' },
    within: 32_768,
    tags: [...openGraph, 'og:site_name', 'twitter:label1', 'twitter:data1'],
    oembed: true,
  },
  // developer.x.com/docs/x-for-websites/cards: card, title, description, image below 5 MB, its text up to 420 letters.
  X: {
    agent: 'X’s',
    tags: ['twitter:card', 'twitter:title', 'twitter:description', 'twitter:image', 'twitter:image:alt'],
    most: 5_000_000,
  },
  // developers.facebook.com/docs/sharing/webmasters and /images: sized, so that the first person to share sees it too.
  Facebook: {
    agent: 'Facebook’s',
    headers: { 'accept-encoding': 'deflate, gzip', range: 'bytes=0-524287' },
    within: 1_000_000,
    tags: [...openGraph, ...sized, 'og:type', 'og:locale', 'og:site_name', 'og:image:secure_url'],
    most: 8_000_000,
  },
  // The same crawler fetches for both (developers.facebook.com/docs/sharing/webmasters/web-crawlers).
  'Messenger and Instagram': { agent: 'Messenger’s', tags: [...openGraph, ...sized] },
  // No page of theirs says it; seen in messages: Open Graph, theme-color as the edge, large only as a Twitter card.
  Discord: {
    agent: 'Discord’s',
    tags: [...openGraph, 'og:site_name', 'theme-color', 'twitter:card'],
    oembed: true,
  },
  // core.telegram.org: MessageMedia webPage has site_name, title, description and photo of these.
  Telegram: { agent: 'Telegram’s', tags: [...openGraph, 'og:site_name'], most: 5_000_000 },
  // linkedin.com/help/linkedin/answer/a521928: og:title, og:image (1200 × 627 or more), og:description, og:url.
  LinkedIn: { agent: 'LinkedIn’s', tags: [...openGraph, ...sized], most: 5_000_000 },
  // developers.pinterest.com/docs/web-features/rich-pins: Open Graph with og:type, or schema.org.
  Pinterest: { agent: 'Pinterest’s', tags: [...openGraph, 'og:type', 'og:site_name'] },
  // github.com/reddit-archive/reddit, scraper.py: og:image with its size, else oEmbed.
  Reddit: { agent: 'Reddit’s', tags: ['og:title', 'og:image', ...sized], oembed: true },
  // learn.microsoft.com/microsoftteams/platform/messaging-extensions: title, description and image of Open Graph.
  Teams: { agent: 'Skype’s and Teams’', tags: openGraph },
  'Teams now': { agent: 'Microsoft’s newer', tags: openGraph },
  // github.com/signalapp/Signal-Desktop, linkPreviews/linkPreviewFetch: https alone, 500 KB of page, 1 MB of image.
  Signal: {
    agent: 'Signal’s',
    within: 500_000,
    tags: ['og:title', 'og:description', 'og:image'],
    most: 1_000_000,
  },
}

describe('what each app needs of a link to show it large (link previews)', () => {
  it.each(Object.entries(apps))(
    '%s',
    async (_app, { agent, headers, within, tags, most = 300_000, oembed }) => {
      const asked = { 'user-agent': agents[agent], ...headers }
      for (const path of [`/l/${kettle}`, `/l/${mug}`, `/${theo.username}`, '/feed', '/login', '/terms']) {
        const isOwn = path !== '/feed' && path !== '/login' && path !== '/terms'
        const { html, meta, links } = await fetched(path, asked)
        const wanted = path.startsWith('/l/') ? tags : tags.filter((tag) => !ofProducts.test(tag))
        expect([path, wanted.filter((tag) => !meta[tag])]).toEqual([path, []])
        if (within) expect(Buffer.byteLength(html.slice(0, html.indexOf('</head>')))).toBeLessThan(within)
        const image = meta['og:image'] ?? meta['twitter:image'] ?? ''
        const answer = await at(image, asked)
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(bytes.length).toBeLessThan(most)
        expect(await sharp(bytes).metadata()).toMatchObject({
          format: 'jpeg',
          width: 1200,
          height: 630,
          space: 'srgb',
        })
        expect(meta).toMatchObject({ 'og:image:width': '1200', 'og:image:height': '630' })
        const discovery = links.filter(({ type }) => type?.endsWith('+oembed'))
        if (oembed) expect(discovery).toHaveLength(isOwn ? 2 : 0)
        for (const { href = '' } of discovery) expect((await at(href, asked)).status).toBe(200)
      }
    },
  )
})

describe('a product’s link preview', () => {
  it('is the same for everyone', async () => {
    const said = new Set<string>()
    for (const agent of [...Object.values(agents), 'Mozilla/5.0 (iPhone) Safari'])
      said.add((await fetched(`/l/${kettle}`, { 'user-agent': agent })).html)
    expect(said.size).toBe(1)
  })

  it('has the product, its creator and its site, with absolute addresses', async () => {
    const { meta, links, title } = await fetched(`/l/${kettle}`)
    const url = `${siteUrl}/l/${kettle}`
    expect(title).toBe('Kettle "Nº 1" & stand · Shelf & Co')
    expect(meta).toMatchObject({
      'og:type': 'product',
      'og:site_name': 'Shelf & Co',
      'og:locale': 'en_US',
      'og:title': 'Kettle "Nº 1" & stand',
      'og:description': 'Slow pour, no drips.',
      'og:url': url,
      'og:image:type': 'image/jpeg',
      'og:image:alt': `Kettle "Nº 1" & stand, shared by Theo (@${theo.username}) on Shelf & Co`,
      'twitter:card': 'summary_large_image',
      'twitter:label1': 'Shared by',
      'twitter:data1': `Theo (@${theo.username})`,
      description: 'Slow pour, no drips.',
    })
    expect(meta['og:image']).toMatch(new RegExp(`^${url}/preview\\.jpg\\?v=[\\da-z]{1,11}$`))
    expect(meta['og:image:secure_url']).toBe(meta['og:image'])
    expect(meta['twitter:image']).toBe(meta['og:image'])
    expect(links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href)).toEqual([url])
    expect(links.filter(({ type }) => type?.endsWith('+oembed'))).toEqual(
      ['json', 'xml'].map((format) => ({
        rel: 'alternate',
        type: `${format === 'json' ? 'application' : 'text'}/${format}+oembed`,
        href: `${siteUrl}/api/oembed?url=${encodeURIComponent(url)}&format=${format}`,
        title: 'Kettle "Nº 1" & stand',
      })),
    )
  })

  it('has no price, which apps would store for longer than it may be shown', async () => {
    const priced = await post({ title: 'Priced' })
    await app.database.pool.query(
      `update products set price_cents = 6850, price_as_of = $2 where id =
         (select product_id from short_links where id = $1)`,
      [priced, app.clock.now()],
    )
    const { meta, structured } = await fetched(`/l/${priced}`)
    expect(JSON.stringify(meta)).not.toContain('68.50')
    expect(Object.keys(meta).filter((name) => /price|amount|currency/.test(name))).toEqual([])
    // Search engines get the end of its validity.
    expect(structured?.offers).toMatchObject({
      price: '68.50',
      priceValidUntil: new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString(),
    })
  })

  it('hides a sample’s words, and Amazon’s pictures (Amazon policy)', async () => {
    const owner = { userId: theo.id, payeeId: await payeeOf(theo.id), username: theo.username }
    const { shortLinkId } = await insertProduct(app.database.db, owner, {
      title: 'Secret sample lamp',
      description: sampleItems[7].description,
      metadata_source: 'sample',
      image_url: '/art/lamp.svg',
      image_source: 'sample',
    })
    const { html, meta } = await fetched(`/l/${shortLinkId}`)
    expect(html).not.toContain('Secret')
    expect(html).not.toContain(sampleItems[7].description)
    expect(meta['og:title']).toBe('Amazon item B08N5WRWNW')
    const amazons = await insertProduct(app.database.db, owner, {
      image_url: 'https://m.media-amazon.com/images/I/71.jpg',
      image_source: 'amazon',
    })
    const page = await fetched(`/l/${amazons.shortLinkId}`)
    expect(JSON.stringify([page.meta, page.structured])).not.toContain('media-amazon')
    expect(page.meta['og:image']).toContain(`/l/${amazons.shortLinkId}/preview.jpg`)
  })
})

const payeeOf = async (userId: string): Promise<string> =>
  (await app.database.pool.query('select id from payees where user_id = $1', [userId])).rows[0].id

describe('the other pages’ link previews', () => {
  it('of a profile name its owner', async () => {
    const { meta, links } = await fetched(`/${theo.username}`)
    const url = `${siteUrl}/${theo.username}`
    expect(meta).toMatchObject({
      'og:type': 'profile',
      'og:title': `Theo Lindqvist (@${theo.username})`,
      'og:description': 'Products Theo Lindqvist shares on Shelf & Co.',
      'og:url': url,
      'profile:first_name': 'Theo',
      'profile:last_name': 'Lindqvist',
      'profile:username': theo.username,
      'og:image:alt': `Theo Lindqvist (@${theo.username}) on Shelf & Co`,
    })
    expect(meta['og:image']).toMatch(new RegExp(`^${url}/preview\\.jpg\\?v=`))
    expect(links.map(({ href }) => href)).toContain(url)
  })

  it.each(['/feed', '/login', '/signup', '/forgot', '/terms', '/privacy'])(
    'of %s say what the site is',
    async (path) => {
      const { meta } = await fetched(path)
      expect(meta).toMatchObject({
        'og:type': 'website',
        'og:title': 'Shelf & Co',
        'og:description': 'Share products, earn together',
        'og:url': siteUrl + path,
        'twitter:card': 'summary_large_image',
      })
      expect(meta['og:image']).toMatch(new RegExp(`^${siteUrl}/preview\\.jpg\\?v=`))
    },
  )
})
