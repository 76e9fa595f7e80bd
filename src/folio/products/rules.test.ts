import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPriceFresh, pictureOf, shortLinkId, shortLinkVariants } from './rules.ts'

const at = new Date('2026-09-01T12:00:00Z')

describe('short link ids (docs/product/products.md#short-links)', () => {
  it.each([
    ['Gooseneck pour-over kettle, 0.9 L', /^gooseneck-pour-over-[0-9a-z]{4}$/],
    ['  Lamp  &  Shade!! ', /^lamp-shade-[0-9a-z]{4}$/],
    ['Café crème', /^cafe-creme-[0-9a-z]{4}$/],
    ['', /^item-[0-9a-z]{4}$/],
    ['مصباح 🪔', /^item-[0-9a-z]{4}$/],
    ['---', /^item-[0-9a-z]{4}$/],
    ['abcdefghijklmnopqrst uvw', /^abcdefghijklmnopqrst-[0-9a-z]{4}$/],
    ['abcdefghijklmnopqrs tuvw', /^abcdefghijklmnopqrs-[0-9a-z]{4}$/],
  ])('%j', (title, pattern) => {
    expect(shortLinkId(title, at)).toMatch(pattern)
  })

  it('are valid in the database, whatever the title', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.nat(shortLinkVariants),
        (title, offset) => {
          const shortLink = shortLinkId(title, at, offset)
          expect(shortLink).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
          expect(shortLink.length).toBeLessThanOrEqual(25)
        },
      ),
    )
  })

  it('differ with the offset of a retry', () => {
    const ids = [0, 1, 35, 36 ** 3].map((offset) => shortLinkId('Lamp', at, offset))
    expect(new Set(ids).size).toBe(4)
  })
})

describe('prices (Amazon policy: at most 24 hours old)', () => {
  it.each([
    [0, true],
    [24 * 3600_000 - 1, true],
    [24 * 3600_000, false],
    [-48 * 3600_000, false],
  ])('read %i ms ago: shown %s', (age, shown) => {
    expect(isPriceFresh(new Date(at.getTime() - age), at)).toBe(shown)
  })

  it('without a date is not shown', () => expect(isPriceFresh(null, at)).toBe(false))
})

describe('the picture of a new product', () => {
  const known = { image_url: 'https://m.media-amazon.com/images/I/1.jpg' }

  it('is Amazon’s only if the server read it', () => {
    expect(pictureOf(known.image_url, known)).toEqual({ image_url: known.image_url, image_source: 'amazon' })
    expect(pictureOf('https://evil.example/pixel.gif', known).image_url).toBeNull()
    expect(pictureOf(known.image_url, undefined).image_url).toBeNull()
  })

  it('may be a sample drawing of ours', () => {
    expect(pictureOf('/art/lamp.svg', undefined)).toEqual({
      image_url: '/art/lamp.svg',
      image_source: 'sample',
    })
    expect(pictureOf('/art/../secret.svg', undefined).image_url).toBeNull()
  })
})
