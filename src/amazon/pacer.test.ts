import { describe, expect, it } from 'vitest'
import { deadlineIn } from './deadline.ts'
import { createPacer } from './pacer.ts'

describe('the pace of calls', () => {
  it('lets one turn begin per interval, in order', async () => {
    const pacer = createPacer(20)
    const started = performance.now()
    const turns: number[] = []
    await Promise.all(
      [0, 1, 2, 3].map(async (n) => {
        expect(await pacer.turn(deadlineIn(5_000))).toBe(true)
        turns.push(n)
      }),
    )
    expect(turns).toEqual([0, 1, 2, 3])
    // Timers may fire a millisecond early.
    expect(performance.now() - started).toBeGreaterThanOrEqual(3 * 20 - 2)
  })

  it('refuses at once a turn that would come after the deadline', async () => {
    const pacer = createPacer(10_000)
    expect(await pacer.turn(deadlineIn(50))).toBe(true)
    expect(await pacer.turn(deadlineIn(50))).toBe(false)
  })

  it('holds back those already waiting when a pause begins', async () => {
    const pacer = createPacer(20)
    await pacer.turn(deadlineIn(5_000))
    const started = performance.now()
    const waiting = pacer.turn(deadlineIn(5_000))
    pacer.pause(60)
    expect(await waiting).toBe(true)
    expect(performance.now() - started).toBeGreaterThanOrEqual(60 - 2)
  })

  it('refuses one waiting whose deadline a pause makes impossible', async () => {
    const pacer = createPacer(20)
    await pacer.turn(deadlineIn(100))
    const waiting = pacer.turn(deadlineIn(100))
    pacer.pause(10_000)
    expect(await waiting).toBe(false)
  })
})
