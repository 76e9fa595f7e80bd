import { expect, it } from 'vitest'
import { pressRate } from './click-texts.ts'

it.each([
  [38, 247, '15%'],
  [0, 247, '0%'],
  [1, 247, '<1%'],
  [999, 1000, '99%'],
  [1000, 1000, '100%'],
  [0, 0, null],
  [2, 0, null],
  [3, 2, null],
])('%i presses of %i people: %s', (presses, people, rate) => {
  expect(pressRate(presses, people)).toBe(rate)
})
