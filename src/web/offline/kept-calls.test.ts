import { expect, it } from 'vitest'
import { contracts } from '../../contracts.ts'
import { isPage } from '../worker/addresses.ts'
import { keptCalls, withoutAmazons } from './kept-calls.ts'
import { opensOnlyOnline } from './shown.ts'

it('keeps no answer about money, admins, settings, sessions or clicks (docs/product/offline.md#never-kept)', () => {
  const kept = Object.keys(keptCalls)
  expect(kept.filter((name) => !(name in contracts))).toEqual([])
  const never =
    /admin|earning|ledger|payout|balance|statement|fees|claims|questions|orders|export|sessions|proof|leaving|clicks|notices|\/auth\//
  expect(kept.filter((name) => never.test(name))).toEqual([])
})

it('keeps no price and no picture of Amazon’s, however deep they stand', () => {
  const own = 'https://folio.example/storage/v1/object/public/product-images/a.webp'
  const product = (image_url: string) => ({
    title: 'Mug',
    price_usd: 12.5,
    price_as_of: '2026-11-29',
    image_url,
  })
  const answer = {
    items: [product('https://m.media-amazon.com/images/I/1.jpg'), product(own)],
    lists: [{ pictures: ['https://images-na.ssl-images-amazon.com/images/I/2.jpg', own] }],
  }
  const without = { title: 'Mug', price_usd: null, price_as_of: null }
  expect(withoutAmazons(answer)).toEqual({
    items: [
      { ...without, image_url: null },
      { ...without, image_url: own },
    ],
    lists: [{ pictures: [null, own] }],
  })
  expect(answer.items[0]?.price_usd).toBe(12.5)
})

it('keeps of the own profile what stands in the frame of each page', () => {
  const me = { username: 'maya', email: 'maya@example.com', is_admin: true, has_notices: true, waiting: {} }
  const shorten = keptCalls['GET /api/v1/me'] as unknown as (answer: object) => object
  expect(shorten(me)).toEqual({ username: 'maya', email: '', is_admin: false })
})

it.each([
  ['/feed', true],
  ['/', true],
  ['/maya?tab=lists', true],
  ['/l/lamp-1a2b', true],
  ['/share?text=A%20mug%20https://amzn.eu/d/a.html', true],
  ['/apiary', true],
  ['/api/v1/feed', false],
  ['/auth/v1/authorize?provider=google', false],
  ['/auth/reset?token_hash=a', true],
  ['/storage/v1/object/public/a.webp', false],
  ['/embed/l/lamp-1a2b', false],
  ['/maya/feed.atom', false],
  ['/manifest.webmanifest', false],
  ['/shell.html', false],
])('%s may be given by the worker: %s', (address, may) => {
  expect(isPage.test(address)).toBe(may)
})

it.each(['/earnings', '/earnings/payouts/1', '/admin', '/profile/sign-in', '/my-folio/transfer'])(
  '%s opens with a network alone',
  (path) => expect(opensOnlyOnline(path)).toBe(true),
)

it.each(['/my-folio', '/feed', '/l/earnings', '/profiles', '/inbox'])('%s opens without one', (path) =>
  expect(opensOnlyOnline(path)).toBe(false),
)
