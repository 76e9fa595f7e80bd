import { describe, expect, it } from 'vitest'
import { linksOf, shopUrl } from './shop-links.ts'

const tags = { us: 'folio-20', uk: 'folio-21' }
const kettle = {
  marketplace: 'us',
  asin: 'B0KETTLE01',
  shortLinkId: 'kettle-a1b2',
  madeUp: false,
  amazonUrl: 'https://www.amazon.com/dp/B0KETTLE01',
}

describe("where 'Shop on Amazon' leads (docs/product/product-page.md#shop-on-amazon)", () => {
  it('is the item at its own shop, with that shop’s tag and the short link as sub-tag', () => {
    expect(shopUrl(kettle, tags)).toBe(
      'https://www.amazon.com/dp/B0KETTLE01?tag=folio-20&ascsubtag=kettle-a1b2',
    )
    expect(shopUrl({ ...kettle, marketplace: 'uk' }, tags)).toBe(
      'https://www.amazon.co.uk/dp/B0KETTLE01?tag=folio-21&ascsubtag=kettle-a1b2',
    )
  })

  it('works without a tag of that marketplace', () => {
    expect(shopUrl({ ...kettle, marketplace: 'de' }, tags)).toBe('https://www.amazon.de/dp/B0KETTLE01')
  })

  it('is the pasted address of an item with a made-up ASIN', () => {
    const madeUp = { ...kettle, madeUp: true, asin: 'B0MADEUP01' }
    expect(shopUrl({ ...madeUp, amazonUrl: 'http://a.co/d/abc' }, tags)).toBe('https://a.co/d/abc')
    expect(shopUrl({ ...madeUp, amazonUrl: 'https://www.amazon.com/shop/someone?tag=other-20' }, tags)).toBe(
      'https://www.amazon.com/shop/someone',
    )
    expect(shopUrl({ ...madeUp, amazonUrl: 'https://www.amazon.co.uk/dp/B0LONDON01' }, tags)).toBe(
      'https://www.amazon.co.uk/dp/B0LONDON01?tag=folio-21&ascsubtag=kettle-a1b2',
    )
  })

  it('never leads anywhere but to Amazon', () => {
    for (const amazonUrl of ['https://evil.example/', 'javascript:alert(1)', ''])
      expect(shopUrl({ ...kettle, madeUp: true, amazonUrl }, tags)).toBe('https://www.amazon.com/')
    expect(new URL(shopUrl({ ...kettle, marketplace: 'xx' }, tags)).host).toBe('www.amazon.com')
  })

  it('is made from a product’s row, with the shop’s name', () => {
    const row = {
      marketplace: 'uk',
      asin: 'B0LONDON01',
      asin_is_made_up: false,
      amazon_url: 'https://www.amazon.co.uk/dp/B0LONDON01',
      short_link_id: 'umbrella-a1b2',
      public_title: '',
    }
    expect(linksOf(row, tags)).toEqual({
      shopUrl: 'https://www.amazon.co.uk/dp/B0LONDON01?tag=folio-21&ascsubtag=umbrella-a1b2',
      amazonHost: 'amazon.co.uk',
      elsewhere: [
        {
          host: 'amazon.com',
          url: 'https://www.amazon.com/s?k=B0LONDON01&tag=folio-20&ascsubtag=umbrella-a1b2',
        },
      ],
    })
  })
})

describe('where an item is searched for elsewhere (docs/product/product-page.md#other-marketplaces)', () => {
  const row = {
    marketplace: 'us',
    asin: 'B0KETTLE01',
    asin_is_made_up: false,
    amazon_url: 'https://www.amazon.com/dp/B0KETTLE01',
    short_link_id: 'kettle-a1b2',
    public_title: 'Gooseneck kettle & a “lid”',
  }
  const wordsIn = (title: string) =>
    new URL(String(linksOf({ ...row, public_title: title }, tags).elsewhere[0]?.url)).searchParams.get('k')

  it('is each other shop with a tag, by the title that others see', () => {
    const { elsewhere } = linksOf(row, { de: 'folio-03', ...tags, fr: '' })
    expect(elsewhere.map(({ host }) => host)).toEqual(['amazon.co.uk', 'amazon.de'])
    const url = new URL(String(elsewhere[1]?.url))
    expect([url.origin, url.pathname]).toEqual(['https://www.amazon.de', '/s'])
    expect(Object.fromEntries(url.searchParams)).toEqual({
      k: 'Gooseneck kettle & a “lid”',
      tag: 'folio-03',
      ascsubtag: 'kettle-a1b2',
    })
  })

  it('is by the first words of a long title, and by the ASIN of one without its own', () => {
    expect(wordsIn(`${'kettle '.repeat(14)}of copper`)).toBe(`${'kettle '.repeat(14)}of`.slice(0, 100))
    expect(wordsIn('k'.repeat(300))).toHaveLength(100)
    expect(wordsIn('')).toBe('B0KETTLE01')
  })

  it('is nowhere without a tag of another shop, or without anything to search for', () => {
    expect(linksOf(row, { us: 'folio-20' }).elsewhere).toEqual([])
    expect(linksOf({ ...row, asin_is_made_up: true, public_title: '' }, tags).elsewhere).toEqual([])
    expect(linksOf({ ...row, asin_is_made_up: true }, tags).elsewhere).toHaveLength(1)
  })
})
