import { describe, expect, it } from 'vitest'
import { startRefused } from '../harness/process.ts'
import { chaos, type Victim } from './rounds.ts'

/** Does a few rounds of `npm run chaos`, and checks that something happened. */
async function survive(victim: Victim) {
  const observed = await chaos({ victim, rounds: 3, seed: Math.floor(Math.random() * 2 ** 32) })
  const outcomes = new Set([...observed.acknowledged.values()].map(({ outcome }) => outcome))
  for (const outcome of ['counted', 'repeat', 'bot', 'owner']) expect(outcomes).toContain(outcome)
  expect(observed.posted.length).toBeGreaterThan(0)
  expect(observed.folds).toBeGreaterThan(0)
  return observed
}

// Starting a program takes long on a busy machine.
const options = { timeout: 180_000 }

describe('kill -9 at a random moment while people publish and click (decision 18)', options, () => {
  it('of the program: acknowledged clicks and products are stored once, and all sums are right', async () => {
    const { cut } = await survive('app')
    expect(cut).toBeGreaterThan(0)
  })

  it('of the database: the same, and the running program recovers by itself', async () => {
    const { refused } = await survive('database')
    expect(refused).toBeGreaterThan(0)
  })
})

it('without Patroni the command says what is missing, and ends with 1 (decision 139)', async () => {
  const { code, err } = await startRefused({ PATH: '/nowhere', PG_BIN: '' }, 'tests/chaos/run.ts', [
    'patroni',
  ])
  expect(code).toBe(1)
  expect(err).toMatch(/^PG_BIN is not set\. .+\npatroni is not in PATH: .+\netcd is not in PATH: .+\n$/)
})
