import { expect, it } from 'vitest'
import { bucketNames } from './bucket-names.ts'

it.each([
  ['day', '2026-11-21', 'Sat', 'Sat, Nov 21'],
  ['day', '2028-02-29', 'Tue', 'Tue, Feb 29'],
  ['week', '2026-11-16', 'Nov 16', 'Nov 16 – 22'],
  ['week', '2026-11-30', 'Nov 30', 'Nov 30 – Dec 6'],
  ['week', '2026-12-28', 'Dec 28', 'Dec 28, 2026 – Jan 3, 2027'],
  ['week', '2026-10-19', 'Oct 19', 'Oct 19 – 25'],
  ['month', '2026-11-01', 'N', 'November 2026'],
  ['month', '2027-01-01', 'J ’27', 'January 2027'],
] as const)('a %s from %s is %s, in full %s', (period, start, axis, name) => {
  expect(bucketNames(period, start)).toEqual({ axis, name })
})
