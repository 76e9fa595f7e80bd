import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  productCard,
  profileCard,
  type ShareCard,
  shareCardVersion,
  shareImagePath,
  siteCard,
} from './share-image.ts'

const mug = {
  title: 'A mug',
  asin: 'B0MUG00001',
  image_url: '/mug.webp',
  image_source: 'owner',
  profiles: { first_name: 'Theo', username: 'theo', avatar_url: '/theo.webp' },
}
const theo = { first_name: 'Theo', last_name: 'Lindqvist', username: 'theo', avatar_url: '/theo.webp' }

const versionOf = (change: Partial<typeof mug> = {}, appName = 'Folio') =>
  shareCardVersion(productCard({ ...mug, ...change }, appName))

const listed = (image_url: string | null, clicks_count: number, more: Partial<Listed> = {}): Listed => ({
  id: `${image_url} ${clicks_count}`,
  image_url,
  image_source: 'owner',
  sign: null,
  clicks_count,
  ...more,
})
type Listed = Parameters<typeof profileCard>[1]['newest'][number]

describe('the products on a profile’s share image', () => {
  const finds = (newest: Listed[], picks: Listed[] = []) =>
    profileCard(theo, { picks, newest }, 'Folio').finds

  it('are the four most clicked with an own photo, as they stand in the list', () => {
    const products = [3, 9, 1, 7, 5].map((clicks) => listed(`/${clicks}.webp`, clicks))
    expect(finds(products)).toEqual(['/3.webp', '/9.webp', '/7.webp', '/5.webp'].map((photo) => ({ photo })))
  })

  it('are picks first', () => {
    const newest = [3, 9, 1, 7, 5].map((clicks) => listed(`/${clicks}.webp`, clicks))
    const picks = [listed('/old.webp', 0), listed('/1.webp', 1)]
    const photos = ['/old.webp', '/1.webp', '/9.webp', '/7.webp'].map((photo) => ({ photo }))
    expect(finds(newest, picks)).toEqual(photos)
  })

  it('are signs of the others’ categories, each once, and never Amazon’s pictures', () => {
    const amazons = { image_source: 'amazon' }
    const products = [
      listed(null, 1, { sign: 'books' }),
      listed(null, 5, { sign: 'garden' }),
      listed(null, 4, { sign: 'garden' }),
      listed(null, 0, { sign: 'home' }),
      listed('https://m.media-amazon.com/images/I/1.jpg', 99, amazons),
      listed('/mug.webp', 0),
    ]
    expect(finds(products)).toEqual([
      { photo: '/mug.webp' },
      ...['garden', 'books', 'home'].map((sign) => ({ sign })),
    ])
  })

  it('are the best one alone where there are not four', () => {
    const products = [listed('/1.webp', 1), listed('/5.webp', 5), listed(null, 9, { sign: 'books' })]
    expect(finds(products)).toEqual([{ photo: '/5.webp' }])
    expect(finds([listed(null, 9, { sign: 'books' })])).toEqual([{ sign: 'books' }])
    expect(finds([listed(null, 9)])).toEqual([])
  })
})

const none = { picks: [], newest: [] }

describe('the version in a share image’s address', () => {
  it('changes with everything that the image shows', () => {
    const versions = [
      versionOf(),
      versionOf({ title: 'A cup' }),
      versionOf({ title: '' }),
      versionOf({ image_url: '/cup.webp' }),
      versionOf({ image_source: 'amazon' }),
      versionOf({ profiles: { ...mug.profiles, first_name: 'Teo' } }),
      versionOf({ profiles: { ...mug.profiles, username: 'teo' } }),
      versionOf({ profiles: { ...mug.profiles, avatar_url: '/teo.webp' } }),
      versionOf({}, 'Shelf'),
      shareCardVersion(profileCard(theo, none, 'Folio')),
      shareCardVersion(profileCard({ ...theo, last_name: 'Berg' }, none, 'Folio')),
      shareCardVersion(profileCard(theo, { ...none, newest: [listed('/mug.webp', 0)] }, 'Folio')),
      shareCardVersion(siteCard('Folio')),
    ]
    expect(new Set(versions).size).toBe(versions.length)
  })

  it('changes with nothing else', () => {
    expect(versionOf({ ...mug, ...{ description: 'new', price_usd: 3, version: 2 } })).toBe(versionOf())
    // A picture that is not shown, and the ASIN beside a title.
    const amazons = { image_source: 'amazon' }
    expect(versionOf({ ...amazons, image_url: '/other.jpg' })).toBe(versionOf(amazons))
    expect(versionOf({ asin: 'B0MUG00002' })).toBe(versionOf())
  })

  it('is short and safe in an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (appName) => {
        expect(shareCardVersion(siteCard(appName))).toMatch(/^[\da-z]{1,11}$/)
      }),
    )
  })

  it('differs for different texts', () => {
    const cards = Array.from({ length: 20_000 }, (_, n): ShareCard => siteCard(`Site ${n}`))
    expect(new Set(cards.map(shareCardVersion)).size).toBe(cards.length)
  })

  it('follows the page’s own path', () => {
    const card = siteCard('Folio')
    expect(shareImagePath('', card)).toBe(`/preview.jpg?v=${shareCardVersion(card)}`)
    expect(shareImagePath('/l/mug', card)).toBe(`/l/mug/preview.jpg?v=${shareCardVersion(card)}`)
  })
})
