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
    }
    expect(linksOf(row, tags)).toEqual({
      shopUrl: 'https://www.amazon.co.uk/dp/B0LONDON01?tag=folio-21&ascsubtag=umbrella-a1b2',
      amazonHost: 'amazon.co.uk',
    })
  })
})
