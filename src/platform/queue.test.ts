import { describe, expect, it } from 'vitest'
import { createQueue } from './queue.ts'

describe('a queue', () => {
  it('runs two at a time in order, and refuses more than may wait', async () => {
    const inTurn = createQueue(2, 3, 'Too many')
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

  it('gives the place on when work fails', async () => {
    const inTurn = createQueue(1, 1, 'Too many')
    const failing = inTurn(() => Promise.reject(new Error('broken')))
    const next = inTurn(async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    await expect(next).resolves.toBe('done')
    await expect(inTurn(async () => 'again')).resolves.toBe('again')
  })
})
