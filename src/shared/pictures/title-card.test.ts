import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toneCount, toneOf } from './title-card.ts'

it('returns one of the colours, the same for a title each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      expect(toneOf(title)).toBe(toneOf(`${title}`))
      expect(Number.isInteger(toneOf(title)) && toneOf(title) >= 0 && toneOf(title) < toneCount).toBe(true)
    }),
  )
})

it('uses all colours for titles that differ little', () => {
  const tones = Array.from({ length: 60 }, (_, n) => toneOf(`Amazon item B0ABCDEF${n}`))
  expect(new Set(tones).size).toBe(toneCount)
})
