import { expect, it } from 'vitest'
import { seedOfRun } from '../harness/seed.ts'
import { attack } from './attack.ts'

/** `npm run test:histories` sends few of each call, `npm run test:fuzz` many. */
const each = Number(process.env.EACH ?? 60)

/**
 * Calls that need a mail, a provider, a sale in two reports, dates that must be confirmed, evidence after posting, or
 * a setting.
 */
const leftOut = [
  'POST /auth/v1/verify',
  'GET /auth/v1/authorize',
  'POST /auth/v1/callback',
  'PUT /api/v1/admin/orders/{id}/duplicate',
  'DELETE /api/v1/admin/paying-date-changes/{id}',
  'POST /api/v1/admin/disagreements/decision',
  'GET /metrics',
]

it('every call answers thousands of random requests as its contract says', {
  timeout: 3_600_000,
}, async () => {
  const seed = seedOfRun()
  const { flaws, figures, neverSucceeded, close } = await attack({ each, seed })
  await close()
  const sum = Object.values(figures).reduce((total, count) => total + count, 0)
  console.info(`${sum} requests with seed ${seed}, by status:`, figures)
  console.info('Never answered with success:', neverSucceeded.join(', ') || 'none')
  expect(flaws, `SEED=${seed}`).toEqual([])
  // Some calls succeed rarely with few requests.
  if (each >= 600)
    expect(
      neverSucceeded.filter((name) => !leftOut.includes(name)),
      `SEED=${seed}`,
    ).toEqual([])
})
