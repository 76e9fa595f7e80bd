import { expect, it } from 'vitest'
import { seedOfRun } from '../../tests/harness/seed.ts'
import { playYear } from './testing/year/play.ts'

it('a quarter is paid out as an independent model says, to the cent (docs/product/payouts.md#payout-runs)', async () => {
  const seed = seedOfRun()
  const played = playYear({ creators: 10, months: 4, seed, verifyEvery: 3 })
  await expect(played, `seed ${seed}`).resolves.toBeUndefined()
})
