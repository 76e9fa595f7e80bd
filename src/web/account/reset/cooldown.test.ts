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

  it('keeps nobody waiting whose clock was set back', () => {
    expect(secondsBetween(now, now + 60_001)).toBe(0)
    expect(secondsBetween(now, now + 3_600_000)).toBe(0)
  })

  it('takes what is no time for no cooldown', () => {
    expect(secondsBetween(now, Number('soon'))).toBe(0)
    expect(secondsBetween(now, Number(null))).toBe(0)
  })
})
