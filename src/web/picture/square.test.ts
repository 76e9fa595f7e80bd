import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstSquare, pixelsOf } from './square.ts'

const side = fc.integer({ min: 1, max: 4000 })
const percent = fc.double({ min: 0, max: 100, noNaN: true })

describe('the crop box (docs/product/pictures.md#crop-image)', () => {
  it('starts in the middle with 80 % of the picture', () => {
    expect(pixelsOf(firstSquare({ width: 1000, height: 1000 }), { width: 1000, height: 1000 })).toEqual({
      x: 100,
      y: 100,
      side: 800,
    })
    expect(pixelsOf(firstSquare({ width: 2000, height: 500 }), { width: 2000, height: 500 })).toEqual({
      x: 800,
      y: 50,
      side: 400,
    })
  })

  it('is a square of whole pixels inside the picture, whatever was dragged', () => {
    fc.assert(
      fc.property(side, side, percent, percent, percent, percent, (width, height, x, y, w, h) => {
        const found = pixelsOf({ unit: '%', x, y, width: w, height: h }, { width, height })
        expect(found.side).toBeGreaterThanOrEqual(1)
        expect(found.x + found.side).toBeLessThanOrEqual(width)
        expect(found.y + found.side).toBeLessThanOrEqual(height)
        for (const pixels of [found.x, found.y, found.side]) {
          expect(Number.isInteger(pixels)).toBe(true)
          expect(pixels).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})
