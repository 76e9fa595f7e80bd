import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { describe, expect, it } from 'vitest'
import { lowerThreadPoolPriority } from './thread-pool.ts'

const folder = '/proc/self/task'
const priorities = () =>
  readdirSync(folder).map((id) => ({
    name: readFileSync(`${folder}/${id}/comm`, 'utf8').trim(),
    priority: getPriority(Number(id)),
  }))

describe.runIf(process.platform === 'linux')('the thread pool', () => {
  it('goes after the thread that answers requests, and only the pool does', async () => {
    await stat(folder)
    const before = getPriority()
    lowerThreadPoolPriority()
    const threads = priorities()
    const pool = threads.filter(({ name }) => name === 'libuv-worker')
    expect(pool.length).toBeGreaterThan(0)
    for (const { priority } of pool) expect(priority).toBe(Math.min(19, before + 5))
    for (const { name, priority } of threads)
      if (name !== 'libuv-worker') expect(priority).toBeLessThanOrEqual(before)
  })
})
