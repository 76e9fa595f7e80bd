import { randomBytes } from 'node:crypto'
import type { TestApp } from '../../../tests/harness/app.ts'
import { createPayoutKey } from '../../payouts/index.ts'

/** What deleting an account takes, where no money is left. */
export const deletionDeps = ({ app }: TestApp) => ({
  identity: app.services.identity,
  payoutKey: createPayoutKey({
    dataDir: '',
    payouts: { minimumCents: 1_000, key: randomBytes(32) },
  }),
  reportTimeZone: 'UTC',
})
