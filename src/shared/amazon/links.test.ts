import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import {
  emptyLinkMessage,
  linkProblem,
  maxPastedLength,
  noAsinMessage,
  notAmazonMessage,
  productUrl,
  readAmazonAddress,
  readAmazonLink,
  shopLink,
} from './links.ts'
import {
  addShortHosts,
  isShortHost,
  marketplaceCodes,
  marketplaceOfHost,
  marketplaces,
} from './marketplaces.ts'

const asin = 'B08N5WRWNW'

describe('Amazon URL entry (docs/product/add-item.md#link)', () => {
  it('reads every marketplace, with and without www., m. and smile.', () => {
    for (const code of marketplaceCodes)
      for (const prefix of ['', 'www.', 'm.', 'smile.']) {
        const host = prefix + marketplaces[code].domain
        expect(readAmazonLink(`https://${host}/dp/${asin}`)).toEqual({
          kind: 'product',
          marketplace: code,
          host,
          asin,
          url: `https://${host}/dp/${asin}`,
        })
      }
  })

  it.each([
    ['https://a.co/d/4xYz', 'https://a.co/d/4xYz'],
    ['amzn.to/3AbCdE', 'https://amzn.to/3AbCdE'],
    ['http://amzn.eu/d/abc', 'https://amzn.eu/d/abc'],
    ['https://amzn.asia/d/abc', 'https://amzn.asia/d/abc'],
    ['https://amzn.in/d/abc', 'https://amzn.in/d/abc'],
    ['https://amzn.com/abc', 'https://amzn.com/abc'],
    ['https://link.amazon/B0dy09Zws', 'https://link.amazon/B0dy09Zws'],
    ['https://amzlink.to/az0abcdefghij', 'https://amzlink.to/az0abcdefghij'],
    ['https://www.amazon.com/gp/r.html?U=https%3A%2F%2Fa.co%2Fd%2Fmug', 'https://a.co/d/mug'],
  ])('takes %s for a short link', (text, url) => {
    expect(readAmazonLink(text)).toMatchObject({ kind: 'short', url })
  })

  it('reads the item where amzn.com names it', () => {
    for (const path of ['/B08N5WRWNW', '/dp/b08n5wrwnw'])
      expect(readAmazonLink(`amzn.com${path}`)).toMatchObject({ kind: 'product', marketplace: 'us', asin })
    expect(readAmazonLink('https://a.co/B08N5WRWNW').kind).toBe('short')
  })

  it.each([
    ['amazon.com/dp/B08N5WRWNW', 'https://amazon.com/dp/B08N5WRWNW'],
    ['www.amazon.com/dp/B08N5WRWNW', 'https://www.amazon.com/dp/B08N5WRWNW'],
    ['  https://www.amazon.com/dp/B08N5WRWNW\n', 'https://www.amazon.com/dp/B08N5WRWNW'],
    ['HTTP://WWW.Amazon.COM/dp/B08N5WRWNW', 'https://www.amazon.com/dp/B08N5WRWNW'],
    ['https://www.amazon.com:443/dp/B08N5WRWNW', 'https://www.amazon.com/dp/B08N5WRWNW'],
    ['http://amazon.com:80/dp/B08N5WRWNW', 'https://amazon.com/dp/B08N5WRWNW'],
    ['https://amazon.com/dp/B08N5WRWNW#customerReviews', 'https://amazon.com/dp/B08N5WRWNW'],
  ])('reads %j as https', (text, url) => {
    expect(readAmazonLink(text)).toMatchObject({ kind: 'product', asin, url })
  })

  it.each([
    'Check this out https://a.co/d/abc',
    'Check this out (https://a.co/d/abc).',
    'https://a.co/d/abc and https://evil.example/x',
    'Amazon.com: Stoneware Mug https://a.co/d/abc',
    'Amazon.com: Stoneware Mug a.co/d/abc',
    '陶器のマグhttps://a.co/d/abc',
    '"https://a.co/d/abc"',
    '<https://a.co/d/abc>',
    'https://a.co/d/abc\u200b',
  ])('takes the link out of %j', (text) => {
    expect(readAmazonLink(text)).toMatchObject({ kind: 'short', url: 'https://a.co/d/abc' })
  })

  it.each([
    'https://amazon.com.evil.io/dp/B08N5WRWNW',
    'https://notamazon.com/dp/B08N5WRWNW',
    'https://amazon.com@evil.io/dp/B08N5WRWNW',
    'https://evil.io@amazon.com/dp/B08N5WRWNW',
    'https://user:secret@www.amazon.com/dp/B08N5WRWNW',
    'https://@amazon.com/dp/B08N5WRWNW',
    'https://amazon.com:8443/dp/B08N5WRWNW',
    'http://amazon.com:443/dp/B08N5WRWNW',
    'https://amazon.com./dp/B08N5WRWNW',
    'https://amazon.com\\@evil.io/dp/B08N5WRWNW',
    'https://аmazon.com/dp/B08N5WRWNW',
    'https://xn--mazon-3ve.com/dp/B08N5WRWNW',
    'https://ａmazon.com/dp/B08N5WRWNW',
    'https://ama\u00adzon.com/dp/B08N5WRWNW',
    'https://ama\u200bzon.com/dp/B08N5WRWNW',
    'https://%61mazon.com/dp/B08N5WRWNW',
    'https://aws.amazon.com/dp/B08N5WRWNW',
    'https://a.co.evil.io/d/abc',
    'https://a.co',
    'https://amazon.dp/B08N5WRWNW',
    'javascript:alert(1)//https://amazon.com/dp/B08N5WRWNW',
    'javascript:https://amazon.com/dp/B08N5WRWNW',
    'data:text/html,https://amazon.com/dp/B08N5WRWNW',
    'ftp://amazon.com/dp/B08N5WRWNW',
    'file:///amazon.com/dp/B08N5WRWNW',
    '//amazon.com/dp/B08N5WRWNW',
    'https:/amazon.com/dp/B08N5WRWNW',
    'https://127.0.0.1/dp/B08N5WRWNW',
    'https://[::1]/dp/B08N5WRWNW',
    'see https://evil.io first, then https://amazon.com/dp/B08N5WRWNW',
    'just some words',
    'B08N5WRWNW',
    'https://',
    `https://amazon.com/dp/B08N5WRWNW?${'x'.repeat(maxPastedLength)}`,
    `https://a.co/${'x'.repeat(2048)}`,
    `https://www.amazon.com/${'x'.repeat(2048)}`,
    'https://r.amzlink.to/?btn_url=https%3A%2F%2Fevil.io%2Fdp%2FB08N5WRWNW',
    'https://evil.io/?url=https%3A%2F%2Fwww.amazon.com%2Fdp%2FB08N5WRWNW',
  ])('refuses %j', (text) => {
    expect(readAmazonLink(text)).toEqual({ kind: 'not_amazon' })
  })

  it.each([
    [`https://amazon.com/Mug/dp/${asin}?${'x'.repeat(4096)}`, `https://amazon.com/dp/${asin}`],
    [`https://amazon.com/dp/${asin}?q=${'é'.repeat(1000)}`, `https://amazon.com/dp/${asin}`],
    [`https://amazon.com/dp/${asin}?tag=${'x'.repeat(4096)}&th=1`, `https://amazon.com/dp/${asin}?th=1`],
    [`https://a.co/d/abc?q=${'x'.repeat(4096)}`, 'https://a.co/d/abc'],
    [`https://amazon.com/s?k=${'x'.repeat(4096)}`, 'https://amazon.com/s'],
  ])('reads a link that is longer than what is kept of it', (text, url) => {
    expect(readAmazonLink(text)).toMatchObject({ url })
  })

  it('reads links and cells with marks of direction around and in them', () => {
    for (const mark of ['\u200e', '\u200f', '\u061c', '\u202a', '\u202c', '\u2066', '\u2069'])
      for (const text of [
        `${mark}https://www.amazon.com/dp/${asin}${mark}`,
        `https://www.amazon.com/${mark}dp/${mark}${asin}`,
        `word${mark}https://www.amazon.com/dp/${asin}`,
        `${mark}www.amazon.com/dp/${asin}`,
      ])
        expect(readAmazonLink(text)).toMatchObject({ asin, url: `https://www.amazon.com/dp/${asin}` })
  })

  it.each([
    [
      'www.amazon.it',
      '/sspa/click?ie=UTF8&spc=MTo&url=%2FSome-Thing%2Fdp%2F{}%2Fref%3Dsr_1_1_sspa%3Fpsc%3D1',
    ],
    [
      'www.amazon.de',
      '/gp/slredirect/picassoRedirect.html/ref=sspa_dk?ie=UTF8&adId=A0&url=%2Fdp%2F{}%2Fref%3Dx',
    ],
    ['www.amazon.com', '/gp/r.html?C=X&U=https%3A%2F%2Fwww.amazon.com%2Fdp%2F{}%2Fref%3Dpe_x'],
    ['www.amazon.com', '/gp/f.html?C=X&U=https%3A%2F%2Fwww.amazon.com%2Fgp%2Fproduct%2F{}&R=ABCDEF1234'],
    ['www.amazon.com', '/ap/signin?openid.return_to=https%3A%2F%2Fwww.amazon.com%2Fdp%2F{}'],
    ['www.amazon.com', '/hz/mobile/mission?_encoding=UTF8&p=x&u=%2Fdp%2F{}'],
  ])('follows the item in an address of %s: %s', (host, path) => {
    expect(readAmazonLink(`https://${host}${path.replace('{}', asin)}`)).toMatchObject({
      kind: 'product',
      host,
      asin,
    })
  })

  it('follows addresses in each other, to a depth', () => {
    const around = (inner: string) =>
      `https://www.amazon.com/ap/signin?openid.return_to=${encodeURIComponent(inner)}`
    let address = `https://www.amazon.com/dp/${asin}`
    const kinds = [1, 2, 3, 4, 5].map(() => {
      address = around(address)
      return readAmazonLink(address).kind
    })
    expect(kinds).toEqual(['product', 'product', 'product', 'no_asin', 'no_asin'])
    const app = `https://r.amzlink.to/?btn_url=${encodeURIComponent(`https://www.amazon.com/dp/${asin}`)}`
    expect(readAmazonLink(app)).toMatchObject({ kind: 'product', host: 'www.amazon.com', asin })
  })

  it('reads short links of hosts that the operator has added', () => {
    const link = 'https://amzn.example/d/abc'
    expect(readAmazonLink(link).kind).toBe('not_amazon')
    addShortHosts(['amzn.example'])
    expect(readAmazonLink(link)).toMatchObject({ kind: 'short', host: 'amzn.example' })
    expect(readAmazonLink('https://x.amzn.example/d/abc').kind).toBe('not_amazon')
  })

  it('drops foreign tags and tracking, and keeps what names the item', () => {
    const link = readAmazonLink(
      'https://www.amazon.com/gp/detail?asin=b08n5wrwnw&tag=other-20&ascsubtag=x&linkCode=ll1&ref_=abc&pf_rd_p=1&th=1',
    )
    expect(link).toMatchObject({ asin, url: 'https://www.amazon.com/gp/detail?asin=b08n5wrwnw&th=1' })
    const byWidget = readAmazonLink('https://www.amazon.com/x?pd_rd_i=B08N5WRWNW&pd_rd_w=abc')
    expect(byWidget).toMatchObject({ asin, url: 'https://www.amazon.com/x?pd_rd_i=B08N5WRWNW' })
  })

  it('reports what is wrong', () => {
    expect(linkProblem(readAmazonLink(' \n '))).toBe(emptyLinkMessage)
    expect(emptyLinkMessage).toBe('Please enter an Amazon URL')
    expect(linkProblem(readAmazonLink('https://example.com'))).toBe(notAmazonMessage)
    expect(notAmazonMessage).toBe("Oops! That didn't look like an Amazon product link. Try again?")
    expect(linkProblem(readAmazonLink('https://www.amazon.com/s?k=mug'))).toBe(noAsinMessage)
    expect(noAsinMessage).toBe('Could not extract ASIN from URL')
    expect(linkProblem(readAmazonLink(`https://amazon.com/dp/${asin}`))).toBeNull()
    expect(linkProblem(readAmazonLink('https://a.co/d/abc'))).toBeNull()
  })
})

const isOurs = (host: string) => marketplaceOfHost(host) !== undefined || isShortHost(host)

/** All that must hold of any result. */
function expectSound(text: string) {
  const link = readAmazonLink(text)
  if (!('url' in link)) return
  const url = new URL(link.url)
  expect(url.protocol).toBe('https:')
  expect(isOurs(url.host)).toBe(true)
  expect(url.host).toBe(link.host)
  expect(url.username + url.password).toBe('')
  expect(link.url.length).toBeLessThanOrEqual(2048)
  if (link.kind === 'product') expect(link.asin).toMatch(/^[A-Z0-9]{10}$/)
  expect(readAmazonLink(link.url)).toEqual(link)
}

const noise = fc.string({ maxLength: 4, unit: 'binary' })
const oftenEmpty = (...values: string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...values))

// Close to real links and to forged ones: each part is often right and sometimes wrong.
const linkLike = fc
  .tuple(
    oftenEmpty('look: ', '(', 'javascript:', 'x', 'ａ', '\u200b'),
    fc.constantFrom('https://', 'http://', '', '//', 'https:\\\\', 'ftp://'),
    oftenEmpty('evil.io@', 'a:b@', '@', 'amazon.com\\@', '[::1]', 'aws.', '\t'),
    fc.constantFrom(
      'amazon.com',
      'www.amazon.co.uk',
      'm.amazon.de',
      'a.co',
      'amzn.to',
      'amzn.com',
      'evil.io',
    ),
    oftenEmpty('.evil.io', '.', ':443', ':8443', '@evil.io', '\\@evil.io', '%2eevil.io', '\u00ad'),
    fc.constantFrom(
      '/dp/',
      '/gp/product/',
      '/d/',
      '/',
      '?asin=',
      '?tag=x-20&asin=',
      '/gp/r.html?U=https%3A%2F%2Fevil.io%2F',
      '/sspa/click?url=%2Fdp%2F',
      '/gp/r.html?U=%2F%2Fevil.io%2Fdp%2F',
      '#',
      '/%2F',
      '/a/../dp/',
    ),
    fc.oneof(fc.constantFrom(asin, asin.toLowerCase(), '030640615X', 'abc', ''), noise),
    fc.oneof(fc.constantFrom('', ').', '?tag=x-20', ' https://evil.io', '/https://evil.io', '"'), noise),
  )
  .map((parts) => parts.join(''))

describe('readAmazonLink, for any text', () => {
  it('never throws and never accepts a foreign host', () => {
    fc.assert(
      fc.property(linkLike, (text) => expectSound(text)),
      randomRuns(5_000),
    )
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), expectSound))
  })

  it('finds the item in any wrapper of any marketplace, whatever stands around it', () => {
    const code = fc.constantFrom(...marketplaceCodes)
    const wrapper = fc.constantFrom(
      '/sspa/click?ie=UTF8&spc=x&url=',
      '/gp/slredirect/picassoRedirect.html/ref=x?ie=UTF8&url=',
      '/gp/r.html?C=X&R=Y&T=C&U=',
      '/gp/f.html?C=X&R=Y&U=',
      '/ap/signin?openid.mode=checkid_setup&openid.return_to=',
      '/hz/mobile/mission?p=x&u=',
    )
    const path = fc.constantFrom('/dp/', '/Some-Thing/dp/', '/gp/product/', '/gp/aw/d/', '/o/ASIN/')
    const after = fc.constantFrom(
      '',
      '/',
      '/ref=sr_1_1_sspa?psc=1',
      '?tag=other-20&th=1',
      '?_encoding=UTF8#x',
    )
    const host = fc.tuple(fc.constantFrom('www.', 'm.', 'smile.', ''), code)
    const around = fc.constantFrom('', '&pd_rd_r=x', '&tag=other-20', '&ref_=x')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(host, wrapper, around), { minLength: 1, maxLength: 3 }),
        fc.tuple(fc.boolean(), path, after),
        (wrappers, [isWhole, itemPath, itemAfter]) => {
          const hostOf = ([prefix, marketplace]: (typeof wrappers)[number][0]) =>
            `${prefix}${marketplaces[marketplace].domain}`
          const inmost = wrappers.at(-1)?.[0] as (typeof wrappers)[number][0]
          const item = itemPath + asin + itemAfter
          let address = isWhole ? `https://${hostOf(inmost)}${item}` : item
          for (const [at, wrapped, more] of wrappers.toReversed())
            address = `https://${hostOf(at)}${wrapped}${encodeURIComponent(address)}${more}`
          expect(readAmazonLink(address), address).toMatchObject({
            kind: 'product',
            asin,
            marketplace: inmost[1],
          })
        },
      ),
      randomRuns(2_000),
    )
  })

  it('refuses every other host', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        fc.pre(!isOurs(new URL(address).hostname))
        expect(readAmazonLink(address).kind).toBe('not_amazon')
        expect(readAmazonAddress(new URL(address)).kind).toBe('not_amazon')
      }),
    )
  })

  it('is not fooled by a prefix or suffix of Amazon’s hosts', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    fc.assert(
      fc.property(fc.constantFrom(...marketplaceCodes), label, (code, name) => {
        const { domain } = marketplaces[code]
        for (const host of [`${domain}.${name}.io`, `${name}${domain}`, `x-${domain}`])
          expect(readAmazonLink(`https://${host}/dp/${asin}`).kind, host).toBe('not_amazon')
      }),
    )
  })
})

describe('the outbound link', () => {
  it('names item, tag and short link, and nothing else', () => {
    expect(shopLink({ marketplace: 'uk', asin, tag: 'folio-21', subTag: 'kettle-a1b2' })).toBe(
      `https://www.amazon.co.uk/dp/${asin}?tag=folio-21&ascsubtag=kettle-a1b2`,
    )
  })

  it('works without a tag', () => {
    expect(shopLink({ marketplace: 'us', asin, tag: undefined, subTag: 'kettle-a1b2' })).toBe(
      productUrl('us', asin),
    )
    expect(productUrl('us', asin)).toBe(`https://www.amazon.com/dp/${asin}`)
  })
})
