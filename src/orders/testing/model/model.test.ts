import { afterAll, beforeAll, it } from 'vitest'
import { randomRuns } from '../../../../tests/harness/random-runs.ts'
import { openStage, type Stage } from './stage.ts'
import { tryBatches } from './try.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

it(
  'any of 200 histories of clicks, reports, ship dates, decisions and runs ends as the model says (decisions 18, 24, 25, 26, 27, 33, 34, 39 and 42)',
  {
    timeout: 3_600_000,
  },
  () => tryBatches(stage, randomRuns(5).numRuns),
)
