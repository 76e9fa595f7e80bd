import { takenBackFrom, takenBackMail } from '../../earnings/index.ts'
import type { Context } from '../../platform/context.ts'
import { handle, type JobHandler } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { centsToDecimal } from '../../shared/money.ts'
import { selectProvenAddress } from '../details/sql.ts'

type Site = { appName: string; siteUrl: string }

/** The job that the ledger adds for each creator from whom a posting run has taken money back. */
export const createTakenBackMails = (
  context: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: Site,
): JobHandler => handle(takenBackMail, (taken) => sendTakenBackMail(context, mailer, site, taken))

/** How many orders a mail names. */
const maxNamed = 10

/**
 * Mails a creator what a posting run has taken back, once for all of it (docs/product/payouts.md#what-was-taken-back).
 * Does nothing once the account is gone. Safe to repeat.
 */
async function sendTakenBackMail(
  { db }: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: Site,
  { posting_run_id: postingRunId, payee_id: payeeId }: { posting_run_id: string; payee_id: string },
): Promise<void> {
  const { userId, orders } = await takenBackFrom({ db }, { postingRunId, payeeId })
  const email = userId && (await selectProvenAddress(db, userId))
  if (!email || orders.length === 0) return
  const total = orders.reduce((sum, { cents }) => sum + cents, 0)
  const named = orders.slice(0, maxNamed).map(({ cents, title, isReturned }) => {
    const why = isReturned ? 'returned or cancelled' : 'corrected in a report, or found to be somebody else’s'
    return `${usd(cents)} of ${title ?? 'an order'}: ${why}.`
  })
  const others = orders.length - named.length
  await mailer.send({
    id: `taken-back-${postingRunId}-${payeeId}`,
    to: email,
    ...noticeMail({
      ...site,
      title: 'Some of your earnings were taken back',
      paragraphs: [
        `${usd(total)} of your earnings were taken back, from ${orders.length === 1 ? 'one order' : `${orders.length} orders`}.`,
        ...named,
        ...(others > 0 ? [`And ${others} more.`] : []),
        'It is taken from your pending or available earnings. If these are less, later earnings make up for it.',
      ],
      link: { label: 'See your earnings', address: `${site.siteUrl}/earnings` },
    }),
  })
}

const usd = (cents: number) => `$${centsToDecimal(Math.abs(cents))}`
