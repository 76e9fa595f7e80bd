import type { Context } from '../platform/context.ts'
import { handle, type JobHandler } from '../platform/jobs/job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { payoutDetailsMail, sendPayoutDetailsMail } from './details/mails.ts'
import { answerMail, sendAnswerMail } from './questions/mails.ts'
import { payoutMail, sendPayoutMail } from './runs/mails.ts'

/** The slice's work in the background: what it mails. */
export const createPayoutJobs = (
  context: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: { appName: string; siteUrl: string },
): JobHandler[] => [
  handle(payoutMail, (payout) => sendPayoutMail(context, mailer, site, payout)),
  handle(answerMail, (answered) => sendAnswerMail(context, mailer, site, answered)),
  handle(payoutDetailsMail, (changed) => sendPayoutDetailsMail(context, mailer, site, changed)),
]
