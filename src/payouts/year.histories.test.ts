import { expect, it } from 'vitest'
import { seedOfRun } from '../../tests/harness/seed.ts'
import { playYear } from './testing/year/play.ts'

it('a year of 200 creators is paid out as an independent model says, to the cent (docs/product/payouts.md#payout-runs)', {
  timeout: 1_800_000,
}, async () => {
  const seed = seedOfRun()
  const played = playYear({ creators: 200, months: 13, seed, verifyEvery: 6 })
  await expect(played, `seed ${seed}`).resolves.toBeUndefined()
})
