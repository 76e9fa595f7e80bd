import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortTitle } from './short-title.ts'

describe('a short title (docs/product/add-item.md#a-shorter-title)', () => {
  it.each([
    [
      'Gooseneck Pour-Over Kettle, 0.9 L, Brushed Stainless Steel with Walnut Handle',
      'Gooseneck Pour-Over Kettle',
    ],
    ['Anker Charger - Two Ports, White', 'Anker Charger'],
    ['Low keyboard – quiet keys', 'Low keyboard'],
    ['Field watch (tan leather strap)', 'Field watch'],
    ['Field watch [2025]', 'Field watch'],
    ['Desk lamp | warm dim', 'Desk lamp'],
    ['1,000 piece puzzle, The Harbour', '1,000 piece puzzle'],
    [
      'Noise Cancelling Over-Ear Headphones with Bluetooth 5.3 and two microphones',
      'Noise Cancelling Over-Ear Headphones with Bluetooth 5.3 and',
    ],
    ['x'.repeat(90), 'x'.repeat(60)],
    ['Over-Ear Headphones', null],
    ['[New] Kettle', null],
    ['', null],
  ])('of %j is %j', (title, short) => {
    expect(shortTitle(title)).toBe(short)
  })

  it('has 60 characters at most, and is where the title begins', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        const short = shortTitle(title)
        if (short === null) return
        expect([...short].length).toBeLessThanOrEqual(60)
        expect(title.trim().startsWith(short)).toBe(true)
        expect(short.length).toBeLessThan(title.trim().length)
      }),
    )
  })
})
