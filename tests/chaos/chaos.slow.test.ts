import { describe, expect, it } from 'vitest'
import { chaos, type Victim } from './rounds.ts'

/** The rest of what `npm run chaos` does is doing this more often. */
async function survive(victim: Victim) {
  const told = await chaos({ victim, rounds: 3, seed: Math.floor(Math.random() * 2 ** 32) })
  const outcomes = new Set([...told.acknowledged.values()].map(({ outcome }) => outcome))
  for (const outcome of ['counted', 'repeat', 'bot', 'owner']) expect(outcomes).toContain(outcome)
  expect(told.posted.length).toBeGreaterThan(0)
  expect(told.folds).toBeGreaterThan(0)
  return told
}

// Starting a program takes long where others are at work.
const options = { timeout: 180_000 }

describe('kill -9 at a random moment while people post and click (decision 21)', options, () => {
  it('of the program: what was acknowledged is there once, and all sums are right', async () => {
    const { cut } = await survive('app')
    expect(cut).toBeGreaterThan(0)
  })

  it('of the database: the same, and the running program heals by itself', async () => {
    const { refused } = await survive('database')
    expect(refused).toBeGreaterThan(0)
  })
})
