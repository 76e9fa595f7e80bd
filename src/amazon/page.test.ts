import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeAmazon, startFakeAmazon } from '../../tests/fakes/amazon.ts'
import { createNetwork, type Network } from './network.ts'
import { itemTitle, readPageMetadata, readProductPage } from './page.ts'

let amazon: FakeAmazon
let network: Network

beforeAll(async () => {
  amazon = await startFakeAmazon()
  network = createNetwork({ testOrigin: amazon.origin })
})
afterEach(() => amazon.reset())
afterAll(async () => {
  await network.close()
  await amazon.close()
})

const kettle = { marketplace: 'us', asin: 'B0KETTLE01' } as const
const read = (item: { marketplace: 'us' | 'uk'; asin: string } = kettle, deadlineMs = 2_000) =>
  readProductPage(network, item, deadlineMs)

describe('a product page', () => {
  it('has title, description and picture, and no price', async () => {
    expect(await read()).toEqual({
      kind: 'read',
      metadata: {
        title: 'Gooseneck Pour-Over Kettle, 0.9 L, Matte Black',
        description:
          'Shop Gooseneck Pour-Over Kettle, 0.9 L, Matte Black. Slow, steady stream for pour-over coffee Thermometer in the lid',
        image_url: 'https://m.media-amazon.com/images/I/61kettle01L._AC_SL1500_.jpg',
      },
    })
    expect(amazon.requests).toMatchObject([{ host: 'www.amazon.com', path: '/dp/B0KETTLE01' }])
  })

  it('is requested from the item’s own shop', async () => {
    expect(await read({ marketplace: 'uk', asin: 'B0LONDON01' })).toMatchObject({
      metadata: { title: 'Everyday Umbrella, Navy' },
    })
    expect(await read({ marketplace: 'us', asin: 'B0LONDON01' })).toEqual({
      kind: 'failed',
      reason: 'not_found',
    })
  })

  it('is read only as far as needed', async () => {
    amazon.behaviour.pages = 'huge'
    expect(await read()).toMatchObject({
      kind: 'read',
      metadata: { title: expect.stringMatching(/^Gooseneck/) },
    })
  })

  it.each([
    ['robot', 'robot_check'],
    ['not_html', 'not_html'],
    ['garbage', 'not_html'],
    ['down', 'unreachable'],
  ] as const)('that is %s is a failure', async (pages, reason) => {
    amazon.behaviour.pages = pages
    expect(await read()).toEqual({ kind: 'failed', reason })
  })

  it.each(['slow', 'stalled'] as const)('is given up at the deadline when it is %s', async (pages) => {
    amazon.behaviour.pages = pages
    expect(await read(kettle, 150)).toEqual({ kind: 'failed', reason: 'timeout' })
  })
})

const page = (head: string) => readPageMetadata(`<html><head>${head}</head><body></body></html>`)

describe('page metadata', () => {
  it('comes from Open Graph where the page has it', () => {
    expect(
      page(`<title>Amazon.com: Wrong</title>
        <meta property="og:title" content="Amazon.com: Mug &amp; Saucer : Home">
        <meta property="og:description" content="For tea">
        <meta property="og:image" content="https://m.media-amazon.com/images/I/a.jpg">`),
    ).toEqual({
      kind: 'read',
      metadata: {
        title: 'Mug & Saucer',
        description: 'For tea',
        image_url: 'https://m.media-amazon.com/images/I/a.jpg',
      },
    })
  })

  it.each([
    'http://m.media-amazon.com/images/I/a.jpg',
    'https://m.media-amazon.com.evil.example/images/I/a.jpg',
    'https://evil.example/m.media-amazon.com/a.jpg',
    'https://m.media-amazon.com:8443/images/I/a.jpg',
    'https://x@m.media-amazon.com/images/I/a.jpg',
    'https://m.media-amazon.com/images/G/01/share-icons/previewdoh/amazon.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '/images/I/a.jpg',
    `https://m.media-amazon.com/images/I/${'a'.repeat(2048)}.jpg`,
  ])('takes no picture from %s', (url) => {
    const outcome = page(`<title>Mug</title><meta property="og:image" content="${url}">`)
    expect(outcome).toMatchObject({ kind: 'read', metadata: { image_url: null } })
  })

  it.each([
    ['Amazon.com: Stoneware Mug : Home & Kitchen', 'Stoneware Mug'],
    ['Amazon.com : Stoneware Mug, 12 oz : Home & Kitchen', 'Stoneware Mug, 12 oz'],
    ['Stoneware Mug : Amazon.co.uk: Home & Kitchen', 'Stoneware Mug'],
    ['Stoneware Mug: Amazon.de: Küche, Haushalt & Wohnen', 'Stoneware Mug'],
    ['Stoneware Mug - Amazon.com', 'Stoneware Mug'],
    ['Stoneware Mug | Amazon.com.au', 'Stoneware Mug'],
    ['Amazon.com: Dune: Part One: Herbert, Frank: Books', 'Dune: Part One: Herbert, Frank: Books'],
    ['Amazonite Ring - Green', 'Amazonite Ring - Green'],
    ['Amazon Fire TV Stick', 'Amazon Fire TV Stick'],
    ['Amazon.com', ''],
    ['Amazon', ''],
    ['Page Not Found', ''],
    ['', ''],
  ])('reads the title %j as %j', (text, title) => {
    expect(itemTitle(text)).toBe(title)
  })

  it.each(['<title>Amazon.com</title>', '<title></title>', '<p>nothing', ''])(
    'is missing from %j',
    (html) => {
      expect(readPageMetadata(html)).toEqual({ kind: 'failed', reason: 'no_metadata' })
    },
  )

  it('is not taken from markup inside scripts and comments', () => {
    expect(
      page('<script>"<title>Script</title>"</script><!-- <title>Comment</title> --><title>Mug</title>'),
    ).toMatchObject({
      metadata: { title: 'Mug' },
    })
  })

  it('is plain text, whatever the page holds', () => {
    const outcome = page('<title>&lt;b&gt;Mug&lt;/b&gt; &#0; &#55357;  x</title>')
    expect(outcome).toMatchObject({
      kind: 'read',
      metadata: { title: expect.stringMatching(/^<b>Mug<\/b>/) },
    })
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', ' ', '\n', '\0', '\x1b', '\ud800', '<', '"', '&#10;', '&#0;'),
        }),
        (text) => {
          const any = readPageMetadata(
            `<title>${text}</title><meta name=description content="${text}">${text}`,
          )
          if (any.kind !== 'read') return
          expect(any.metadata.title).not.toMatch(/\p{Cc}/u)
          expect(any.metadata.title.isWellFormed()).toBe(true)
        },
      ),
    )
  })
})
