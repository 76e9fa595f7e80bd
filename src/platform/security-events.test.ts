import { expect, it } from 'vitest'
import { readableLog } from './jobs/testing/jobs.ts'
import { securityCounts, securityEvent } from './security-events.ts'

it('writes so many refusals a minute, every act, and counts all', () => {
  const { log, lines } = readableLog()
  const before = securityCounts().factor_failed ?? 0
  for (let n = 0; n < 200; n += 1) securityEvent(log, 'factor_failed', { user: 'ana' })
  securityEvent(log, 'factor_added', { user: 'ana' })
  expect(securityCounts().factor_failed).toBe(before + 200)
  expect(lines.length).toBe(121)
  expect(lines.at(-1)).toMatchObject({ security_event: 'factor_added', user: 'ana' })
})
