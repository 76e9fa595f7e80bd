import path from 'node:path'
import { clickChecks } from './clicks/index.ts'
import { balanceChecks, earningsChecks } from './earnings/index.ts'
import { listChecks } from './lists/index.ts'
import { createMedia, type Media, pictureChecks } from './media/index.ts'
import { orderChecks } from './orders/index.ts'
import { createPayoutKey, payoutChecks } from './payouts/index.ts'
import { accountChecks } from './platform/database/rights/check.ts'
import type { Settings } from './platform/settings/read.ts'
import type { Checks } from './platform/verification.ts'

/** The pictures of this installation, for a command. */
export const mediaOf = (settings: Settings): Media =>
  createMedia({ filesDir: path.join(settings.dataDir, 'files'), s3: settings.s3 })

/** What `npm run verify` checks, and a restore at its end. */
export const allChecks = (settings: Settings): Checks[] => [
  accountChecks(!settings.databaseUrl || settings.databaseOwnerUrl !== undefined),
  pictureChecks(mediaOf(settings)),
  listChecks,
  clickChecks(settings.clicks),
  earningsChecks,
  orderChecks,
  balanceChecks(settings.earnings),
  payoutChecks({ ...settings.earnings, key: createPayoutKey(settings) }),
]
