import type { Context } from '../platform/context.ts'
import { handle, type JobHandler } from '../platform/jobs/job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { moderationMail, sendModerationMail } from './mails.ts'

/** The background jobs of this slice. */
export const createModerationJobs = (
  context: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: { appName: string; siteUrl: string },
): JobHandler[] => [handle(moderationMail, (decision) => sendModerationMail(context, mailer, site, decision))]
