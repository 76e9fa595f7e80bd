import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readItems } from './answers.ts'
import { retryAfterMs } from './call.ts'

const now = new Date('2026-11-02T09:40:00Z')
const read = (item: unknown) => readItems({ items: [item] }, 'us', now)?.get('B0KETTLE01')
const priced = (...listings: unknown[]) => read({ asin: 'B0KETTLE01', offersV2: { listings } })?.price_cents
const listing = (amount: unknown, currency = 'USD') => ({ price: { money: { amount, currency } } })

describe('an answer of getItems', () => {
  it('may lack every part but the ASIN', () => {
    expect(read({ asin: 'B0KETTLE01' })).toMatchObject({
      title: '',
      description: null,
      image_url: null,
      price_cents: null,
      price_as_of: null,
    })
  })

  it('is used as far as it can be read', () => {
    const item = {
      asin: 'B0KETTLE01',
      itemInfo: { title: { displayValue: 'Kettle' }, features: 'none' },
      images: { primary: 7 },
      offersV2: [],
    }
    expect(read(item)).toMatchObject({
      title: 'Kettle',
      description: null,
      image_url: null,
      price_cents: null,
    })
  })

  it('gives prices in whole cents, from the first listing that has one', () => {
    expect(priced(listing(19.99))).toBe(1999)
    expect(priced(listing('24.50'))).toBe(2450)
    expect(priced(listing(1.005))).toBeGreaterThan(0)
    expect(priced({ availability: {} }, listing(12))).toBe(1200)
    for (const odd of [0, -1, 1e12, 'free', null, Number.NaN]) expect(priced(listing(odd))).toBeNull()
    expect(priced(listing(12, 'EUR'))).toBeNull()
  })

  it('takes a dollar price only from a shop that sells in dollars', () => {
    const items = readItems(
      { items: [{ asin: 'B0KETTLE01', offersV2: { listings: [listing(12)] } }] },
      'ca',
      now,
    )
    expect(items?.get('B0KETTLE01')?.price_cents).toBeNull()
  })

  it('has the availability that its listings say', () => {
    const availability = (offersV2: unknown) => read({ asin: 'B0KETTLE01', offersV2 })?.availability
    expect(availability(undefined)).toBe('out_of_stock')
    expect(availability({})).toBe('out_of_stock')
    expect(availability({ listings: [] })).toBe('out_of_stock')
    expect(availability({ listings: [listing(12)] })).toBe('in_stock')
    expect(availability({ listings: [{ ...listing(12), availability: 'odd' }] })).toBe('in_stock')
    expect(availability({ listings: [{ availability: { type: 'IN_STOCK_SCARCE', message: 7 } }] })).toBe(
      'in_stock',
    )
    for (const said of [
      { type: 'OUT_OF_STOCK' },
      { type: 'UNAVAILABLE' },
      { message: 'Currently unavailable.' },
      { type: 'OTHER', message: 'Temporarily out of stock.' },
    ]) {
      expect(availability({ listings: [{ availability: said }] })).toBe('out_of_stock')
      expect(availability({ listings: [{ availability: said }, listing(12)] })).toBe('in_stock')
    }
  })

  it('has no availability where the offers cannot be read', () => {
    for (const odd of [null, [], 7, 'none', { listings: 'none' }])
      expect(read({ asin: 'B0KETTLE01', offersV2: odd })?.availability).toBeNull()
  })

  it('takes pictures from Amazon’s image hosts only', () => {
    const pictured = (url: string) =>
      read({ asin: 'B0KETTLE01', images: { primary: { large: { url } } } })?.image_url
    expect(pictured('https://images-na.ssl-images-amazon.com/images/I/a.jpg')).toBe(
      'https://images-na.ssl-images-amazon.com/images/I/a.jpg',
    )
    for (const url of [
      'http://m.media-amazon.com/images/I/a.jpg',
      'https://evil.example/a.jpg',
      'javascript:1',
    ])
      expect(pictured(url)).toBeNull()
  })

  it('has texts without control characters, never too long', () => {
    const long = read({
      asin: 'B0KETTLE01',
      itemInfo: {
        title: { displayValue: `A\u0000  B\ud800${'🫖'.repeat(600)}` },
        features: { displayValues: ['x'.repeat(9_000), 'y'] },
      },
    })
    expect(long?.title.startsWith('A B')).toBe(true)
    expect(long?.title.length).toBeLessThanOrEqual(500)
    expect(long?.title.isWellFormed()).toBe(true)
    expect(long?.description?.length).toBeLessThanOrEqual(5_000)
  })

  it('leaves out entries that are no items, and may consist of errors only', () => {
    expect(readItems({ items: [null, 'x', { asin: 1 }, { asin: 'b0 kettle' }] }, 'us', now)?.size).toBe(0)
    expect(readItems({ errors: [{ code: 'ItemNotAccessible' }] }, 'us', now)?.size).toBe(0)
  })

  it('is refused as a whole when it has another form', () => {
    for (const body of [undefined, null, 'text', [], {}, { items: 'none' }, { itemsResult: {} }])
      expect(readItems(body, 'us', now)).toBeNull()
  })

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readItems(value, 'us', now)
        readItems(
          { items: [value, { asin: 'B0KETTLE01', itemInfo: value, images: value, offersV2: value }] },
          'us',
          now,
        )
      }),
    )
  })
})

describe('Retry-After', () => {
  it('is seconds or a date, and never more than ten minutes', () => {
    expect(retryAfterMs('3', now)).toBe(3_000)
    expect(retryAfterMs('Mon, 02 Nov 2026 09:40:05 GMT', now)).toBe(5_000)
    expect(retryAfterMs('Mon, 02 Nov 2026 09:00:00 GMT', now)).toBe(0)
    expect(retryAfterMs('99999999', now)).toBe(600_000)
    for (const header of [undefined, '', 'soon']) expect(retryAfterMs(header, now)).toBeNull()
  })
})
