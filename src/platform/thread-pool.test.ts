import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { describe, expect, it } from 'vitest'
import { loadSharp } from './sharp.ts'
import { lowerPicturePriority, lowerThreadPoolPriority } from './thread-pool.ts'

const folder = '/proc/self/task'
const priorities = () =>
  readdirSync(folder).map((id) => ({
    name: readFileSync(`${folder}/${id}/comm`, 'utf8').trim(),
    priority: getPriority(Number(id)),
  }))

describe.runIf(process.platform === 'linux')('the thread pool', () => {
  it('has a lower priority than the thread that answers requests, and only the pool has', async () => {
    await stat(folder)
    const before = getPriority()
    lowerThreadPoolPriority()
    const threads = priorities()
    const pool = threads.filter(({ name }) => name === 'libuv-worker')
    expect(pool.length).toBeGreaterThan(0)
    for (const { priority } of pool) expect(priority).toBe(Math.min(19, before + 7))
    for (const { name, priority } of threads)
      if (!/^lib(uv-|vips )worker$/.test(name)) expect(priority).toBeLessThanOrEqual(before)
  })

  it('has a higher priority than the threads that work on pictures, when asked for while they exist', async () => {
    const before = getPriority()
    const sharp = await loadSharp()
    const create = { width: 2_000, height: 2_000, channels: 3, background: '#c00' } as const
    const atWork = sharp({ create }).blur(40).webp().toBuffer()
    const workers = () => priorities().filter(({ name }) => name === 'libvips worker')
    await expect.poll(workers).not.toEqual([])
    lowerPicturePriority()
    for (const { priority } of workers()) expect(priority).toBe(Math.min(19, before + 17))
    await atWork
  })
})
