import { describe, expect, it } from 'vitest'
import { backTarget } from './product-link.ts'

describe('where the back link leads (docs/product/product-page.md#what-it-shows)', () => {
  it.each([
    '/my-folio',
    '/my-folio/',
    '/inbox',
    '/filing-cabinet',
    '/category/kitchen',
    '/my-folio/attention',
  ])('to My Folio from %s', (from) => {
    expect(backTarget(from)).toBe('/my-folio')
  })

  it.each([undefined, '', '/feed', '/theo', '/my-folio-of-someone', '/category', '/l/mug-0000'])(
    'to the feed from %s',
    (from) => {
      expect(backTarget(from)).toBe('/feed')
    },
  )
})
