import { describe, expect, it } from 'vitest'
import { secondsBetween } from './cooldown.ts'

const now = Date.UTC(2026, 0, 5)

describe('resend cooldown (docs/product/reset.md#resend-cooldown)', () => {
  it.each([
    [60_000, 60],
    [59_999, 60],
    [59_000, 59],
    [500, 1],
    [1, 1],
    [0, 0],
    [-1, 0],
  ])('%d ms before its end reads %d', (left, seconds) => {
    expect(secondsBetween(now, now + left)).toBe(seconds)
  })

  it('is over when the clock was set back', () => {
    expect(secondsBetween(now, now + 60_001)).toBe(0)
    expect(secondsBetween(now, now + 3_600_000)).toBe(0)
  })

  it('ignores a stored value that is not a time', () => {
    expect(secondsBetween(now, Number('soon'))).toBe(0)
    expect(secondsBetween(now, Number(null))).toBe(0)
  })
})
