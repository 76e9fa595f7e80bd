import { describe, expect, it } from 'vitest'
import { tooBusy } from '../../shared/errors.ts'
import { createFairQueue } from './fair-queue.ts'

const tooMany = () => tooBusy('Too many')

describe('a queue', () => {
  it('runs two at a time in order, and refuses more than may wait', async () => {
    const { run } = createFairQueue({ running: 2, waiting: 3 }, tooMany)
    const release: (() => void)[] = []
    const started: number[] = []
    const job = (n: number) =>
      run(async () => {
        started.push(n)
        await new Promise<void>((resolve) => release.push(resolve))
        return n
      })
    const jobs = [0, 1, 2, 3, 4].map(job)
    await expect(job(5)).rejects.toMatchObject({ code: 'unavailable', message: 'Too many' })
    expect(started).toEqual([0, 1])
    for (let done = 0; done < 5; done += 1) {
      release[done]?.()
      await expect(jobs[done]).resolves.toBe(done)
    }
    expect(started).toEqual([0, 1, 2, 3, 4])
  })

  it('delays only the owner who brings much work', async () => {
    const { run } = createFairQueue({ running: 1, waiting: 100, each: 10 }, tooMany)
    const order: string[] = []
    const job = (owner: string) => run(async () => order.push(owner), owner)
    const jobs = [...Array(11).fill('mallory'), 'maya', 'theo', 'maya'].map(job)
    await expect(jobs[10]).rejects.toMatchObject({ code: 'unavailable', message: 'Too many' })
    await Promise.all(jobs.toSpliced(10, 1))
    expect(order.slice(0, 6)).toEqual(['mallory', 'mallory', 'maya', 'theo', 'mallory', 'maya'])
    expect(order).toHaveLength(13)
    await expect(job('mallory')).resolves.toBe(14)
  })

  it('gives large work several slots', async () => {
    const { run } = createFairQueue({ running: 1, waiting: 6, each: 5 }, tooMany)
    const order: string[] = []
    const job = (owner: string, slots: number) => run(async () => order.push(owner), owner, { slots })
    const jobs = [job('mallory', 5), job('mallory', 1), job('maya', 4), job('theo', 2), job('kim', 1)]
    const ends = await Promise.allSettled(jobs)
    expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, false])
    expect(order).toEqual(['mallory', 'maya', 'theo'])
    await expect(job('mallory', 5)).resolves.toBe(4)
  })

  it('frees the slot when work fails', async () => {
    const { run } = createFairQueue({ running: 1, waiting: 1 }, tooMany)
    const failing = run(() => Promise.reject(new Error('broken')))
    const next = run(async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    await expect(next).resolves.toBe('done')
    await expect(run(async () => 'again')).resolves.toBe('again')
  })

  it('lets so much of one owner begin; the rest begins in its order, whoever waits before it', async () => {
    const { run } = createFairQueue({ running: 3, runningEach: 2, waiting: 3 }, tooMany)
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const begin = (owner: string, name: string) =>
      run(() => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      }, owner)
    const work = [
      begin('me', 'mine 0'),
      begin('me', 'mine 1'),
      begin('me', 'mine 2'),
      begin('other', 'other'),
    ]
    await expect.poll(() => begun).toEqual(['mine 0', 'mine 1', 'other'])
    ends.get('other')?.()
    await work[3]
    expect(begun).toHaveLength(3)
    ends.get('mine 1')?.()
    await expect.poll(() => begun).toEqual(['mine 0', 'mine 1', 'other', 'mine 2'])
    for (const end of ends.values()) end()
    await Promise.all(work)
  })

  it('refuses what waits in vain, and says whether it was for too much of their own', async () => {
    const bounds = { running: 3, runningEach: 2, waiting: 3, waitMs: 10 }
    const { run } = createFairQueue(bounds, (isOwn) => new Error(isOwn ? 'own' : 'all'))
    const { promise, resolve } = Promise.withResolvers<string>()
    const work = () => promise
    const mine = [run(work, 'me'), run(work, 'me')]
    await expect(run(work, 'me')).rejects.toThrow('own')
    const other = run(work, 'other')
    await expect(run(work, 'third')).rejects.toThrow('all')
    resolve('done')
    await Promise.all([...mine, other])
    expect(await run(work, 'third')).toBe('done')
  })

  it('lets a newcomer wait in a full queue, and refuses the last of who has most waiting there', async () => {
    const { run } = createFairQueue({ running: 1, waiting: 2 }, tooMany)
    const { promise, resolve } = Promise.withResolvers<string>()
    const [first, second, third] = [1, 2, 3].map(() => run(() => promise, 'me'))
    const newcomer = run(() => promise, 'other')
    await expect(third).rejects.toThrow('Too many')
    await expect(run(() => promise, 'other')).rejects.toThrow('Too many')
    resolve('done')
    expect(await Promise.all([first, second, newcomer])).toEqual(['done', 'done', 'done'])
  })

  it('forgets what nobody waits for any more', async () => {
    const queue = createFairQueue({ running: 1, waiting: 1 }, tooMany)
    const end = await queue.take('me')
    const gone = new AbortController()
    const waiting = queue.take('me', { signal: gone.signal })
    gone.abort()
    await expect(waiting).rejects.toThrow('Too many')
    const next = queue.take('other')
    end()
    const endNext = await next
    expect(queue.isIdle()).toBe(false)
    endNext()
    expect(queue.isIdle()).toBe(true)
  })
})
