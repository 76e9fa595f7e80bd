import { expect, it } from 'vitest'
import { bpsText, meanText, rateText, shortUsd, sumUsd, usdText } from './money-text.ts'

it.each([
  [3.36, '$3.36', '$3.36'],
  [-3.55, '−$3.55', '−$3.55'],
  [0, '$0.00', '$0'],
  [240, '$240.00', '$240'],
  [184.2, '$184.20', '$184'],
  [-1204.5, '−$1,204.50', '−$1,205'],
  [12_400, '$12,400.00', '$12.4K'],
  [12_345_678.9, '$12,345,678.90', '$12.3M'],
])('%d dollars are %s, and %s in small spaces', (usd, text, short) => {
  expect(usdText(usd)).toBe(text)
  expect(shortUsd(usd)).toBe(short)
})

it.each([
  [0.31, '$0.31'],
  [0.0049, '<$0.01'],
  [0, '$0.00'],
  [-0.02, '−$0.02'],
])('a mean of %d is %s', (usd, text) => {
  expect(meanText(usd)).toBe(text)
})

it.each([
  [0, '0%'],
  [0.0312, '3.1%'],
  [0.05, '5%'],
  [0.0001, '<0.1%'],
  [1.5, '150%'],
])('a rate of %d is %s', (fraction, text) => {
  expect(rateText(fraction)).toBe(text)
})

it('writes basis points as percent, and adds dollars without float rounding', () => {
  expect([2000, 1750, 0].map(bpsText)).toEqual(['20%', '17.5%', '0%'])
  expect(sumUsd([0.1, 0.2, -0.3])).toBe(0)
  expect(sumUsd([1.1, 2.2])).toBe(3.3)
})
