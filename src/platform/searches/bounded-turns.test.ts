import { describe, expect, it } from 'vitest'
import { createBoundedTurns } from './bounded-turns.ts'

const bounds = { of: 'searches', ofOne: 2, inAll: 3, waiting: 3 }

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { work: () => promise, end: () => resolve('done') }
}

describe('bounded turns', () => {
  it('let so much of one caller begin; the rest begins in its order, whoever waits before it', async () => {
    const turns = createBoundedTurns({ ...bounds, waitMs: 60_000 })
    const begun: string[] = []
    const mine = [held(), held(), held()]
    const all = mine.map(({ work }, n) =>
      turns('me', () => {
        begun.push(`me ${n}`)
        return work()
      }),
    )
    const other = held()
    all.push(
      turns('other', () => {
        begun.push('other')
        return other.work()
      }),
    )
    expect(begun).toEqual(['me 0', 'me 1', 'other'])
    other.end()
    await all[3]
    expect(begun).toHaveLength(3)
    mine[1]?.end()
    await all[1]
    await expect.poll(() => begun).toEqual(['me 0', 'me 1', 'other', 'me 2'])
    for (const one of mine) one.end()
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done'])
  })

  it('refuse what waits in vain: the caller for too much of theirs, nobody in particular for too much of all', async () => {
    const turns = createBoundedTurns({ ...bounds, waitMs: 10 })
    const work = held()
    const mine = [turns('me', work.work), turns('me', work.work)]
    await expect(turns('me', work.work)).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
    const other = turns('other', work.work)
    await expect(turns('third', work.work)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    work.end()
    await Promise.all([...mine, other])
    expect(await turns('third', work.work)).toBe('done')
  })

  it('refuse at once where too many wait, and count work that failed as over', async () => {
    const turns = createBoundedTurns({ ...bounds, waitMs: 60_000 })
    const work = held()
    const all = Array.from({ length: 5 }, () => turns('me', work.work))
    await expect(turns('me', work.work)).rejects.toMatchObject({ code: 'rate_limited' })
    work.end()
    await Promise.all(all)
    const fails = () => Promise.reject(new Error('no'))
    for (let n = 0; n < 4; n++) await expect(turns('me', fails)).rejects.toThrow('no')
    expect(await turns('me', work.work)).toBe('done')
  })
})
