import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { balanceChecks, earningsChecks } from '../../earnings/index.ts'
import { verify } from '../../platform/verification.ts'
import { createPayoutKey } from '../details/payout-key.ts'
import { payoutChecks } from '../proof/verify.ts'
import { setPayoutStage } from '../testing/stage.ts'
import { type Act, playHistory, type Stage } from './testing/play.ts'
import { tellings } from './testing/provider.ts'

const payoutKey = Buffer.alloc(32, 7)
const options = { reportTimeZone: 'America/Los_Angeles' }
let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp({ env: { PAYOUT_KEY: payoutKey.toString('base64') } })
  const key = createPayoutKey({ dataDir: '/none', payouts: { key: payoutKey, minimumCents: 1_000 } })
  stage = {
    ...(await setPayoutStage(app, new Date('2026-11-26T12:00:00Z'))),
    later: () => app.clock.advance(100),
    wrong: async () => {
      const lines: string[] = []
      const checks = [earningsChecks, balanceChecks(options), payoutChecks({ ...options, key })]
      const context = { db: app.database.db, clock: app.clock.now, actor: null }
      return (await verify(context, checks, (line) => lines.push(line))) === 0 ? '' : lines.join('\n')
    },
  }
})
afterAll(() => app.close())

const [at, how] = [fc.nat(100), fc.nat(100)]
const any = (weight: number, ...names: Exclude<Act['act'], 'tell'>[]) => ({
  weight,
  arbitrary: fc.record({ act: fc.constantFrom(...names), at, how }),
})
const telling = fc.constantFrom(...tellings)
const acts: fc.Arbitrary<Act> = fc.oneof(
  any(2, 'earn', 'pay'),
  any(6, 'fetch', 'hand'),
  any(5, 'settle'),
  any(4, 'sent', 'by_hand', 'cancel', 'answer', 'import'),
  { weight: 5, arbitrary: fc.record({ act: fc.constant('tell' as const), at, how, telling }) },
)

it(
  'whatever providers do, say, say late or twice, and admins answer: what has left is what they did, and nobody is paid twice (docs/product/payouts.md#attention)',
  { timeout: 3_600_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 10, maxLength: 40, size: 'max' }), (history) =>
        playHistory(stage, history),
      ),
      randomRuns(16),
    ),
)
