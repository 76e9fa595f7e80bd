import { afterAll, beforeAll, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import { tryBatches } from './try.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

it('any of 2,000 histories ends as the model says', { timeout: 1_800_000 }, () => tryBatches(stage, 50))
