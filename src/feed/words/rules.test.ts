import { describe, expect, it } from 'vitest'
import { isForgiven, isOneSlip, meantBy } from './rules.ts'

describe('a correction of one letter', () => {
  it.each([
    ['ceramik', 'ceramic', 'a wrong letter'],
    ['ceramc', 'ceramic', 'a missing one'],
    ['cerammic', 'ceramic', 'one too many'],
    ['ceramci', 'ceramic', 'two swapped'],
    ['eramic', 'ceramic', 'none at the beginning'],
    ['lmap', 'lamp', 'swapped in a short word'],
    ['chsir', 'chair', 'a wrong one in the middle'],
    ['лампва', 'лампа', 'another script'],
  ])('%s is near %s: %s', (typed, meant) => {
    expect(isOneSlip(typed, meant)).toBe(true)
    expect(isOneSlip(meant, typed)).toBe(true)
  })

  it.each([
    ['ceramic', 'ceramic'],
    ['ceremik', 'ceramic'],
    ['cer', 'ceramic'],
    ['lamp', 'palm'],
  ])('%s is not near %s', (word, other) => {
    expect(isOneSlip(word, other)).toBe(false)
  })

  it('is not tried for short texts and non-words', () => {
    expect(['mug', '', 'a_bc', 'b0%x', 'w'.repeat(25)].filter(isForgiven)).toEqual([])
  })

  it('takes the most frequent word', () => {
    const words = ['keramik', 'ceramics', 'ceramiks', 'ceramic'].map((word, holders) => ({ word, holders }))
    expect(meantBy('ceramik', words)).toBe('ceramic')
    expect(meantBy('table', words)).toBeNull()
  })
})
