import { describe, expect, it } from 'vitest'
import { asinOf, isAsin } from './asin.ts'

const asin = 'B08N5WRWNW'
const read = (path: string) => asinOf(new URL(path, 'https://www.amazon.com'))

describe('the ASIN of an address (docs/product/products.md#asin)', () => {
  it.each([
    `/dp/${asin}`,
    `/Gooseneck-Kettle-Matte-Black/dp/${asin}/ref=sr_1_3?keywords=kettle`,
    `/gp/product/${asin}?psc=1`,
    `/gp/aw/d/${asin}/`,
    `/gp/offer-listing/${asin}/ref=dp`,
    `/exec/obidos/ASIN/${asin}/other-20`,
    `/exec/obidos/tg/detail/-/${asin}/qid`,
    `/o/ASIN/${asin}`,
    `/product/${asin}`,
    `/gp/detail.html?asin=${asin}`,
    `/gp/detail.html?ASIN=${asin}`,
    `/some/page?pd_rd_i=${asin}`,
    `/gp/customer-reviews/${asin}`,
    `/${asin}`,
    `/dp/${asin.toLowerCase()}`,
    `/DP/${asin.toLowerCase()}`,
    `/x?asin=${asin.toLowerCase()}`,
    `/${asin.toLowerCase()}`,
    `/dp/${asin};jsessionid=1`,
    `/dp/${asin}&tag=x`,
  ])('is read from %s', (path) => {
    expect(read(path)).toBe(asin)
  })

  it('may be a book’s ISBN-10', () => {
    expect(read('/dp/030640615x')).toBe('030640615X')
    expect(read('/Suppers/dp/0306406152')).toBe('0306406152')
  })

  it('may stand loose, where its last sign is an ISBN’s check digit', () => {
    expect(read('/Suppers/0306406152')).toBe('0306406152')
    expect(read('/gp/customer-reviews/080442957x')).toBe('080442957X')
    expect(read('/Suppers/0306406153')).toBeNull()
    expect(read('/l/1234567890')).toBeNull()
  })

  it.each([
    '/gp/bestsellers/wireless/2407755011',
    '/Best-Sellers-Books/zgbs/books/1234567890',
    '/gp/new-releases/books/0306406152',
    '/b/1234567890',
    '/b?node=0306406152&pd_rd_i=B08N5WRWNW',
    '/-/es/Books/b/ref=x?asin=B08N5WRWNW',
    '/hz/wishlist/ls/ABCDEF1234',
    '/gp/registry/wishlist/ABCDEF1234',
    '/stores/Kilnfolk/ABCDEF1234',
    '/shop/maya/list/ABCDEF1234',
    '/s/B08N5WRWNW',
  ])('is not read from a list: %s', (path) => {
    expect(read(path)).toBeNull()
  })

  it('follows the order of shapes, not of the path', () => {
    expect(read(`/gp/product/B000000001/dp/${asin}`)).toBe(asin)
    expect(read(`/B000000001/product/${asin}`)).toBe(asin)
    expect(read(`/B000000001?asin=${asin}`)).toBe(asin)
    expect(read(`/x?pd_rd_i=B000000001&asin=${asin}`)).toBe(asin)
  })

  it.each([
    '/',
    '/s?k=mug',
    '/dp/',
    '/dp/B08N5WRWN',
    '/dp/B08N5WRWNWX',
    '/dp/B08N5-WRWN',
    '/electronic/deals',
    '/stores/page/ABCDEF12-3456',
    '/x?asin=short',
    '/x?other=B08N5WRWNW',
  ])('is not found in %s', (path) => {
    expect(read(path)).toBeNull()
  })

  it('is ten upper-case letters or digits', () => {
    expect(isAsin(asin)).toBe(true)
    for (const text of ['', 'b08n5wrwnw', 'B08N5WRWN', `${asin}\n`, 'B08N5WRWNÉ'])
      expect(isAsin(text)).toBe(false)
  })
})
