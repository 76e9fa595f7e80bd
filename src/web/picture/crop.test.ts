import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Crop,
  corners,
  firstCrop,
  largestZoom,
  moved,
  pixelsOf,
  resized,
  scrolled,
  zoomed,
} from './crop.ts'

const landscape = { width: 2000, height: 500 }
const pixels = (crop: Crop, picture = landscape) => pixelsOf(crop, picture)

describe('the crop box (docs/product/pictures.md#crop-image)', () => {
  it('starts in the middle with 80 % of the picture, which is 300 pixels long', () => {
    expect(firstCrop(landscape)).toMatchObject({ width: 300, height: 75 })
    expect(pixels(firstCrop(landscape))).toEqual({ left: 800, top: 50, side: 400 })
    const square = { width: 1000, height: 1000 }
    expect(pixels(firstCrop(square), square)).toEqual({ left: 100, top: 100, side: 800 })
  })

  it('goes to the edge, and then the picture goes along', () => {
    const crop = zoomed(firstCrop(landscape), 2)
    const right = moved(crop, { x: 10_000, y: 0 })
    expect(right.square.left + right.square.side).toBe(300)
    expect(pixels(right)).toMatchObject({ left: 1800, side: 200 })
    expect(pixels(moved(right, { x: -10_000, y: -10_000 }))).toEqual({ left: 0, top: 0, side: 200 })
  })

  it('holds less of the picture when that is larger, around the middle or a pointer', () => {
    const crop = firstCrop(landscape)
    expect(pixels(zoomed(crop, 2))).toEqual({ left: 900, top: 150, side: 200 })
    const atLeft = zoomed(crop, 2, { x: 0, y: 0 })
    expect(atLeft).toMatchObject({ left: 0, top: 0, zoom: 2 })
    expect(zoomed(crop, 99).zoom).toBe(largestZoom)
    expect(zoomed(zoomed(crop, 3), 0)).toMatchObject({ zoom: 1, left: 0, top: 0 })
  })

  it('is resized at a corner, while the opposite one stays', () => {
    const picture = { width: 900, height: 900 }
    const { square } = firstCrop(picture)
    const smaller = resized(firstCrop(picture), 'nw', { x: 50, y: 20 }).square
    expect(smaller).toEqual({ left: square.left + 50, top: square.top + 50, side: square.side - 50 })
    const largest = resized(firstCrop(picture), 'se', { x: 500, y: 500 }).square
    expect(largest).toEqual({ ...square, side: 270 })
    expect(resized(firstCrop(picture), 'se', { x: -500, y: 0 }).square).toEqual({ ...square, side: 64 })
  })

  const side = fc.integer({ min: 1, max: 4000 })
  const by = fc.record({ x: fc.integer({ min: -400, max: 400 }), y: fc.integer({ min: -400, max: 400 }) })
  const step = fc.oneof(
    by.map((to) => (crop: Crop) => moved(crop, to)),
    by.map((to) => (crop: Crop) => scrolled(crop, to)),
    fc.tuple(fc.constantFrom(...corners), by).map(
      ([corner, to]) =>
        (crop: Crop) =>
          resized(crop, corner, to),
    ),
    fc.tuple(fc.double({ min: 0.1, max: 9, noNaN: true }), by).map(
      ([zoom, at]) =>
        (crop: Crop) =>
          zoomed(crop, zoom, at),
    ),
  )

  it('is a square of whole pixels inside the picture, whatever is done to it', () => {
    fc.assert(
      fc.property(side, side, fc.array(step, { maxLength: 12 }), (width, height, steps) => {
        const picture = { width, height }
        const crop = steps.reduce((current, change) => change(current), firstCrop(picture))
        const found = pixelsOf(crop, picture)
        expect(found.side).toBeGreaterThanOrEqual(1)
        expect(found.left + found.side).toBeLessThanOrEqual(width)
        expect(found.top + found.side).toBeLessThanOrEqual(height)
        for (const value of [found.left, found.top, found.side]) {
          expect(Number.isInteger(value)).toBe(true)
          expect(value).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})
