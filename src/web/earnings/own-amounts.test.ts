import { describe, expect, it } from 'vitest'
import { ownText, waitingText } from './own-amounts.ts'

describe('amounts in another currency (docs/product/earnings.md#waiting-for-a-rate)', () => {
  it.each([
    [12, '1.3100000000', '£12.00 at 1.31'],
    [-12, '1.3100000000', '−£12.00 at 1.31'],
    [0, '1.3200000000', 'now at 1.32'],
    [null, '1.3100000000', 'at 1.31'],
    [-12, null, '−£12.00'],
    [0, null, ''],
  ])('%s at %s reads %s', (amount, usd_per_unit, text) => {
    expect(ownText({ currency: 'GBP', amount, usd_per_unit })).toBe(text)
  })

  it.each([
    [['2026-11'], '£12.00, becomes dollars once November’s rate is set'],
    [['2025-12'], '£12.00, becomes dollars once December 2025’s rate is set'],
    [['2026-10', '2026-11'], '£12.00, becomes dollars once October’s and November’s rates are set'],
  ])('one that waits for %j reads %s', (months, text) => {
    const now = new Date('2026-12-01T12:00:00Z')
    expect(waitingText({ currency: 'GBP', amount: 12, months }, now)).toBe(text)
  })
})
