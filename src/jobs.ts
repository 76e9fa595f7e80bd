import { createAccountJobs } from './account/jobs.ts'
import { createAuditJobs } from './audit/jobs.ts'
import { mostViewedCreators } from './clicks/index.ts'
import { createClicksJobs } from './clicks/jobs.ts'
import { createEarningsJobs } from './earnings/jobs.ts'
import { createFeedJobs } from './feed/words/jobs.ts'
import { createFolioJobs, createPriceJobs } from './folio/jobs.ts'
import { createPictureTransfer } from './media/index.ts'
import { createMediaJobs } from './media/jobs.ts'
import { createModerationJobs } from './moderation/jobs.ts'
import { createOrdersJobs } from './orders/jobs.ts'
import { createPayoutJobs } from './payouts/jobs.ts'
import { createPeopleJobs } from './people/jobs.ts'
import { createBackupJobs } from './platform/backup/scheduled.ts'
import { readSigningKey } from './platform/backup/signing.ts'
import { createIdempotencyJobs } from './platform/idempotency.ts'
import type { JobHandler } from './platform/jobs/job.ts'
import { keysFolder } from './platform/secrets/key-file.ts'
import type { AppOptions, Services } from './services.ts'

type Given = {
  payouts: Parameters<typeof createPayoutJobs>[3]
  signer: Parameters<typeof createEarningsJobs>[0]['signer']
}

/** Every job of every slice: what must not hold up a request, or comes by itself. */
export function createJobHandlers(
  { settings, siteUrl, database, address, clock, log }: AppOptions,
  { identity, media, amazon, mailer, pipeline }: Services,
  { payouts, signer }: Given,
): JobHandler[] {
  const { db } = database
  const site = { appName: settings.appName, siteUrl }
  return [
    ...identity.jobHandlers(mailer),
    ...createAuditJobs({ db, clock }),
    ...createMediaJobs({ db, clock, media }),
    ...createPeopleJobs({ db, clock, media, mostViewed: mostViewedCreators }),
    ...createFolioJobs({ db, clock, media }),
    ...createClicksJobs({ db, clock, retentionDays: settings.clicks.retentionDays }),
    ...createAccountJobs(media),
    ...createModerationJobs({ db }, mailer, site),
    ...createPayoutJobs({ db, clock }, mailer, site, payouts),
    ...createFeedJobs({ db }),
    ...createPriceJobs({ db, clock }, amazon),
    ...createEarningsJobs({
      ...{ db, clock, signer, mailer },
      witnesses: settings.checkpoints.witnesses,
      site,
    }),
    ...createOrdersJobs({ db, clock }, pipeline),
    ...createIdempotencyJobs({ db, clock }),
    ...createBackupJobs({
      settings: settings.backup,
      s3Access: settings.s3,
      address: address,
      keysDir: keysFolder(settings.dataDir),
      readSigningKey: () => readSigningKey(settings),
      pictures: createPictureTransfer(media),
      clock,
      log,
    }),
  ]
}
