import { expect, it } from 'vitest'
import { changesTo } from './month-changes-rules.ts'

// docs/product/ledger.md#posting

it('months that a later report moves keep the month with which they count as posted, and returns take from it', () => {
  const august = {
    ...{ month: '2026-08-01', postedWith: '2026-08-01', grossCents: 500 },
    ...{ availableOn: '2026-10-30', isPosted: true },
  }
  const worth = new Map([
    ['2026-08-01', 200],
    ['2026-09-01', 200],
    ['2026-10-01', -50],
  ])
  const changes = changesTo([august], worth)
  expect(
    changes.map(({ month, postedWith, cents, isReturn }) => [month, postedWith, cents, isReturn]),
  ).toEqual([
    ['2026-08-01', '2026-08-01', -300, false],
    ['2026-09-01', '2026-08-01', 200, false],
    ['2026-10-01', '2026-08-01', -50, true],
  ])
})
