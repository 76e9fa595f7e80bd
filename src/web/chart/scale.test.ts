import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesFor, scaleFor, shortCount } from './scale.ts'

describe('the lines of a chart', () => {
  it.each([
    [0, [2, 1, 0]],
    [1, [2, 1, 0]],
    [3, [4, 2, 0]],
    [38, [40, 20, 0]],
    [40, [40, 20, 0]],
    [41, [50, 25, 0]],
    [12_345_678, [16_000_000, 8_000_000, 0]],
  ])('for at most %i are %j', (most, lines) => {
    expect(scaleFor(most)).toEqual(lines)
  })

  it('are whole, hold every count, and leave no more than half of the height empty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (most) => {
        const [top, middle] = scaleFor(most)
        expect(Number.isInteger(middle)).toBe(true)
        expect(top).toBe(2 * middle)
        expect(top).toBeGreaterThanOrEqual(most)
        expect(most / top).toBeGreaterThanOrEqual(0.5)
      }),
    )
  })
})

describe('the lines of a chart with losses', () => {
  it.each([
    [
      [0, 0],
      [2, 1, 0],
    ],
    [
      [38, 3],
      [40, 20, 0],
    ],
    [
      [184, -2],
      [200, 100, 0, -100],
    ],
    [
      [0, -5],
      [0, -2, -4, -6],
    ],
    [[-0.48], [0, -1]],
    [
      [100, -100],
      [100, 0, -100],
    ],
  ])('for %j are %j', (values, lines) => {
    expect(linesFor(values)).toEqual(lines)
  })

  it('are whole and even, hold every value, and have zero among them', () => {
    const cents = fc.integer({ min: -500_000_000, max: 500_000_000 })
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 12 }), (values) => {
        const dollars = values.map((value) => value / 100)
        const lines = linesFor(dollars)
        const [top = 0, second = 0] = lines
        expect(lines).toContain(0)
        expect(lines.length).toBeLessThanOrEqual(4)
        expect(lines).toEqual(lines.map((_, at) => top - at * (top - second)))
        expect(Math.max(0, ...dollars)).toBeLessThanOrEqual(top)
        expect(Math.min(0, ...dollars)).toBeGreaterThanOrEqual(lines.at(-1) ?? 0)
      }),
    )
  })
})

it.each([
  [0, '0'],
  [1204, '1,204'],
  [9999, '9,999'],
  [12_400, '12.4K'],
  [12_345_678, '12.3M'],
])('%i is %s where there is little room', (count, text) => {
  expect(shortCount(count)).toBe(text)
})
