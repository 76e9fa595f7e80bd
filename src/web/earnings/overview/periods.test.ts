import { describe, expect, it } from 'vitest'
import { barNames, soFarText } from './periods.ts'

describe('analytics periods (docs/product/earnings.md#periods)', () => {
  it.each([
    ['D', '2026-11-21', 'Sat', 'Sat, Nov 21', 'Today so far'],
    ['W', '2026-11-16', 'Nov 16', 'Nov 16 – 22', 'This week so far'],
    ['M', '2026-11-01', 'N', 'November 2026', 'November so far'],
    ['Y', '2026-01-01', '2026', '2026', '2026 so far'],
  ] as const)(
    'a bar of %s from %s is %s, in full %s, and while it lasts %s',
    (period, start, axis, name, soFar) => {
      expect(barNames(period, start)).toEqual({ axis, name })
      expect(soFarText(period, start)).toBe(soFar)
    },
  )
})
