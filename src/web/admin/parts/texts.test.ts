import { describe, expect, it } from 'vitest'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { counted } from '../../format/count-text.ts'
import { dollarsOf, percentOf, sizeText } from './texts.ts'

describe('numbers in words', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_500, '1.5 kB'],
    [312_400_000, '312 MB'],
    [2_000_000_000, '2 GB'],
  ])('%d bytes are %j', (bytes, text) => expect(sizeText(bytes)).toBe(text))

  it.each([
    [0, 1_000, 0],
    [412_000, 1_000_000, 41],
    [999_999, 1_000_000, 99],
    [1_000, 1_000, 100],
    [5, null, null],
    [0, 0, null],
  ])('%d of %s rows are %s percent', (done, total, percent) => expect(percentOf(done, total)).toBe(percent))

  it('count one and many, and name marketplaces', () => {
    expect([counted(1, 'order'), counted(1_204, 'order')]).toEqual(['1 order', '1,204 orders'])
    expect([marketplaceName('uk'), marketplaceName('xx')]).toEqual(['amazon.co.uk', 'xx'])
  })

  it.each([
    ['12.5', 12.5],
    [' $1,234.50 ', 1_234.5],
    ['-$3', -3],
    ['−0.25', -0.25],
    ['1.234', Number.NaN],
    ['two', Number.NaN],
    ['', Number.NaN],
  ])('%j is %d dollars', (text, usd) => expect(dollarsOf(text)).toBe(usd))
})
