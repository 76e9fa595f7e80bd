import type { Context } from '../../platform/context.ts'
import { handle, type JobHandler } from '../../platform/jobs/job.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { payoutDetailsMail, sendPayoutDetailsMail } from './mails.ts'

/** The work in the background of payout details. */
export const createPayoutDetailsJobs = (
  context: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: { appName: string; siteUrl: string },
): JobHandler[] => [
  handle(payoutDetailsMail, (changed) => sendPayoutDetailsMail(context, mailer, site, changed)),
]
