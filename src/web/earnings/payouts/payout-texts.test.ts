import { expect, it } from 'vitest'
import { whenComing } from './payout-texts.ts'

const now = new Date('2026-11-22T12:00:00Z')
const ofMonth = (month: string) => whenComing({ on: null, month, marketplace: 'de' }, now)

it('says when Amazon usually pays for a month, two months after it (docs/product/payouts.md#own-payouts)', () => {
  expect(ofMonth('2026-10')).toBe(
    'once Amazon has paid for October, amazon.de, usually by the end of December',
  )
  expect(ofMonth('2026-12')).toBe(
    'once Amazon has paid for December, amazon.de, usually by the end of February 2027',
  )
  expect(ofMonth('2026-09')).toBe(
    'once Amazon has paid for September, amazon.de, usually by the end of November',
  )
  expect(ofMonth('2026-08')).toBe('once Amazon has paid for August, amazon.de, which takes longer than usual')
  expect(ofMonth('2025-11')).toBe(
    'once Amazon has paid for November 2025, amazon.de, which takes longer than usual',
  )
})
