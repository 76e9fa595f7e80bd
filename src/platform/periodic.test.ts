import { expect, it, vi } from 'vitest'
import { readableLog } from './jobs/testing/jobs.ts'
import { repeat } from './periodic.ts'

const away = Object.assign(new Error('terminating connection'), { code: '57P01' })
const fault = new Error('a fault')

it('maintenance that fails is logged each time, while the database is away once', async () => {
  const { log, lines } = readableLog()
  const outcomes = [away, away, away, null, away, fault, fault]
  const stop = repeat(
    async () => {
      const outcome = outcomes.shift()
      if (outcome) throw outcome
    },
    1,
    log,
  )
  await vi.waitUntil(() => outcomes.length === 0)
  await stop()
  const warnings = lines.filter(({ level }) => level >= 40).map(({ err }) => err?.message)
  expect(warnings).toEqual([away, away, fault, fault].map(({ message }) => message))
})
