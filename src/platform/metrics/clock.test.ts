import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { readableLog } from '../jobs/testing/jobs.ts'
import { watchClock } from './clock.ts'

afterEach(() => vi.restoreAllMocks())

it('a clock that jumps, either way, is told once each; small corrections are not (decision 71)', async () => {
  const { log, lines } = readableLog()
  let ahead = 0
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
  onTestFinished(watchClock(log, 5))
  const told = () => lines.map((line) => (line as { seconds?: number }).seconds)
  ahead = 1_000
  for (const to of [7_200_000, -7_200_000, 1_000]) {
    const before = told().length
    ahead = to
    await vi.waitUntil(() => told().length > before)
  }
  expect(told()).toEqual([expect.closeTo(7_199, -1), -14_400, 7_201])
  expect(lines[0]?.msg).toBe('The clock was set, or this machine was asleep.')
})
