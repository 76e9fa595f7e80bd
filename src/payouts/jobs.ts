import type { Context } from '../platform/context.ts'
import { handle, type JobHandler, periodic } from '../platform/jobs/job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { hourMs } from '../shared/time.ts'
import { payoutDetailsMail, sendPayoutDetailsMail } from './details/mails.ts'
import { tendClaims } from './leaving/service.ts'
import { answerMail, sendAnswerMail } from './questions/mails.ts'
import { payoutMail, sendPayoutMail } from './runs/mails.ts'

/** The slice's work in the background: mails, and what becomes of claims. */
export const createPayoutJobs = (
  context: Omit<Context, 'actor'>,
  mailer: Pick<Mailer, 'send'>,
  { reportTimeZone, ...site }: { appName: string; siteUrl: string; reportTimeZone: string },
): JobHandler[] => [
  periodic('tend_claims', hourMs, () => tendClaims({ ...context, actor: null }, { reportTimeZone })),
  handle(payoutMail, (payout) => sendPayoutMail(context, mailer, site, payout)),
  handle(answerMail, (answered) => sendAnswerMail(context, mailer, site, answered)),
  handle(payoutDetailsMail, (changed) => sendPayoutDetailsMail(context, mailer, site, changed)),
]
