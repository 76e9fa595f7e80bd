import { expect, it } from 'vitest'
import { randomRuns } from '../harness/random-runs.ts'
import { seedOfRun } from '../harness/seed.ts'
import { attack } from './attack.ts'

it('every call answers any request as its contract says, without internals', async () => {
  const seed = seedOfRun()
  const { flaws, close } = await attack({ each: randomRuns(5).numRuns, seed })
  await close()
  expect(flaws, `SEED=${seed}`).toEqual([])
})
