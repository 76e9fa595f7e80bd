import type { UndoOffers } from '../identity/index.ts'
import type { Context } from '../platform/context.ts'
import { handle, type JobHandler, periodic } from '../platform/jobs/job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { dayMs, hourMs, minuteMs } from '../shared/time.ts'
import { closeMonths } from './books/closing.ts'
import { debtMail, sendDebtMail } from './debts/mails.ts'
import { payoutDetailsMail, sendPayoutDetailsMail } from './details/mails.ts'
import { eraseOldDetails, tellWaitingAnew } from './details/service.ts'
import { maintainClaims } from './leaving/service.ts'
import { askBatches, type ProviderDeps, sendBatch, sendBatchJob } from './providers/service.ts'
import { answerMail, sendAnswerMail } from './questions/mails.ts'
import { settleMonths } from './releases/settling.ts'
import { payoutMail, sendPayoutMail } from './runs/mails.ts'
import { createTakenBackMails } from './taken-back/mails.ts'

/** The background jobs of this slice: mails, claims, closing months of the books, and payments by an API. */
export const createPayoutJobs = (
  context: Omit<Context, 'actor'>,
  mailer: Pick<Mailer, 'send'>,
  site: { appName: string; siteUrl: string },
  deps: ProviderDeps & { offerUndo: UndoOffers },
): JobHandler[] => [
  periodic('erase_payout_details', dayMs, async () => void (await eraseOldDetails(context))),
  periodic('tell_payout_details', hourMs, () => tellWaitingAnew(context)),
  periodic('tend_claims', hourMs, () => maintainClaims({ ...context, actor: null }, deps)),
  periodic('settle_months', hourMs, () => settleMonths({ ...context, actor: null }, deps)),
  periodic('close_months', hourMs, (stopping) => closeMonths({ ...context, actor: null }, deps, stopping)),
  periodic('ask_payout_batches', 10 * minuteMs, () => askBatches({ ...context, actor: null }, deps)),
  handle(sendBatchJob, (batch) => sendBatch({ ...context, actor: null }, batch, deps)),
  handle(payoutMail, (payout) => sendPayoutMail({ ...context, actor: null }, mailer, site, payout, deps)),
  createTakenBackMails(context, mailer, site),
  handle(debtMail, (followed) => sendDebtMail(context, mailer, site, followed)),
  handle(answerMail, (answered) => sendAnswerMail(context, mailer, site, answered)),
  handle(payoutDetailsMail, (changed) =>
    sendPayoutDetailsMail(context, mailer, { ...site, offerUndo: deps.offerUndo }, changed),
  ),
]
