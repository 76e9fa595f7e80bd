import { describe, expect, it } from 'vitest'
import { createQueue } from './queue.ts'

describe('a queue', () => {
  it('runs two at a time in order, and refuses more than may wait', async () => {
    const inTurn = createQueue({ running: 2, waiting: 3 }, 'Too many')
    const release: (() => void)[] = []
    const started: number[] = []
    const job = (n: number) =>
      inTurn(async () => {
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
    const inTurn = createQueue({ running: 1, waiting: 100, each: 10 }, 'Too many')
    const order: string[] = []
    const job = (owner: string) => inTurn(async () => order.push(owner), owner)
    const jobs = [...Array(11).fill('mallory'), 'maya', 'theo', 'maya'].map(job)
    await expect(jobs[10]).rejects.toMatchObject({ code: 'unavailable', message: 'Too many' })
    await Promise.all(jobs.toSpliced(10, 1))
    expect(order.slice(0, 6)).toEqual(['mallory', 'mallory', 'maya', 'theo', 'mallory', 'maya'])
    expect(order).toHaveLength(13)
    await expect(job('mallory')).resolves.toBe(14)
  })

  it('gives large work several slots', async () => {
    const inTurn = createQueue({ running: 1, waiting: 6, each: 5 }, 'Too many')
    const order: string[] = []
    const job = (owner: string, slots: number) => inTurn(async () => order.push(owner), owner, slots)
    const jobs = [job('mallory', 5), job('mallory', 1), job('maya', 4), job('theo', 2), job('kim', 1)]
    const ends = await Promise.allSettled(jobs)
    expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, false])
    expect(order).toEqual(['mallory', 'maya', 'theo'])
    await expect(job('mallory', 5)).resolves.toBe(4)
  })

  it('frees the slot when work fails', async () => {
    const inTurn = createQueue({ running: 1, waiting: 1 }, 'Too many')
    const failing = inTurn(() => Promise.reject(new Error('broken')))
    const next = inTurn(async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    await expect(next).resolves.toBe('done')
    await expect(inTurn(async () => 'again')).resolves.toBe('again')
  })
})
