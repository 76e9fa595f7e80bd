import { describe, expect, it } from 'vitest'
import { usdText } from '../../format/money-text.ts'
import { changeOf } from './change-text.ts'

describe('the time before (docs/product/earnings.md#the-time-before)', () => {
  it.each([
    [3, 2, '+50%, up from $2.00'],
    [2, 3, '−33%, down from $3.00'],
    [0, 3, '−100%, down from $3.00'],
    [100.4, 100, '+0.4%, up from $100.00'],
    [100.01, 100, '+<0.1%, up from $100.00'],
    [5000, 2, '+249,900%, up from $2.00'],
    [-1, 2, '−150%, down from $2.00'],
    [1, -2, 'up from −$2.00'],
    [2, 2, 'same as before'],
    [null, 2, '$2.00 before'],
  ])('%s after %s is %s', (now, before, text) => {
    expect(changeOf(now, before, usdText)?.text).toBe(text)
  })

  it.each([0, null])('is not compared with %s', (before) => {
    expect(changeOf(2, before, usdText)).toBeNull()
  })
})
