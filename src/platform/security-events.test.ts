import { expect, it, vi } from 'vitest'
import { readableLog } from './jobs/testing/jobs.ts'
import {
  logSecurityCounts,
  securityEvent,
  storeSecurityCounts,
  unstoredSecurityCounts,
} from './security-events.ts'

it('writes a limited number of refusals a minute, every act, and counts all', async () => {
  // A copy with counts of its own: other tests of this process write refusals in the same minute.
  vi.resetModules()
  const { securityCounts, securityEvent } = await import('./security-events.ts')
  const { log, lines } = readableLog()
  for (let n = 0; n < 200; n += 1) securityEvent(log, 'factor_failed', { user: 'ana' })
  securityEvent(log, 'factor_added', { user: 'ana' })
  expect(securityCounts().factor_failed).toBe(200)
  expect(lines.length).toBe(121)
  expect(lines.at(-1)).toMatchObject({ security_event: 'factor_added', user: 'ana' })
})

it('keeps what could not be stored for the next time, beside what came meanwhile', async () => {
  const { log } = readableLog()
  await storeSecurityCounts(async () => {})
  securityEvent(log, 'factor_failed')
  const storing = storeSecurityCounts(async () => {
    securityEvent(log, 'factor_failed')
    throw new Error('no database')
  })
  await expect(storing).rejects.toThrow('no database')
  expect([...unstoredSecurityCounts()]).toEqual([['factor_failed', 2]])
  await storeSecurityCounts(async (counts) => expect([...counts]).toEqual([['factor_failed', 2]]))
  expect(unstoredSecurityCounts().size).toBe(0)
})

it('logs the counts every hour in which there was something, and at the end', () => {
  vi.useFakeTimers()
  const { log, lines } = readableLog()
  const counts = () => lines.flatMap((line) => ('security_events' in line ? [line.security_events] : []))
  const stop = logSecurityCounts(log)
  securityEvent(log, 'sign_in', { user: 'ana' })
  vi.advanceTimersByTime(3_600_000)
  const after = { sign_in: expect.any(Number) }
  expect(counts()).toMatchObject([after])
  vi.advanceTimersByTime(2 * 3_600_000)
  expect(counts()).toHaveLength(1)
  securityEvent(log, 'sign_in_failed')
  vi.advanceTimersByTime(3_600_000)
  expect(counts()).toMatchObject([after, { ...after, sign_in_failed: expect.any(Number) }])
  stop()
  expect(counts()).toHaveLength(3)
  vi.advanceTimersByTime(3_600_000)
  expect(counts()).toHaveLength(3)
  vi.useRealTimers()
})
