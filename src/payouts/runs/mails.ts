import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { centsToDecimal } from '../../shared/money.ts'
import { selectProvenAddress } from '../details/sql.ts'
import { selectLine } from './sql.ts'

/** The job that mails a creator what became of a payout. */
export const payoutMail: JobKind<{ line_id: string; state: 'paid' | 'failed' | 'returned' }> = {
  name: 'send_payout_mail',
  payload: z.object({ line_id: z.uuid(), state: z.enum(['paid', 'failed', 'returned']) }),
}

type Site = { appName: string; siteUrl: string }

/** Mails a creator that they were paid, or that a payout came back. Nothing once the account is gone. May be repeated. */
export async function sendPayoutMail(
  { db }: Pick<Context, 'db'>,
  mailer: Pick<Mailer, 'send'>,
  site: Site,
  { line_id: id, state }: { line_id: string; state: 'paid' | 'failed' | 'returned' },
): Promise<void> {
  const line = await selectLine(db, id)
  const email = line?.user_id && (await selectProvenAddress(db, line.user_id))
  if (!line || !email) return
  const amount = `$${centsToDecimal(line.amount_cents)}`
  const came = line.reason ? `Reason: ${line.reason}` : 'The provider has sent it back.'
  const words =
    state === 'paid'
      ? noticeOf('You were paid', `${amount} of your earnings are on your account.`)
      : noticeOf(
          'A payout came back',
          `${amount} could not be paid to you, and are in your balance again.`,
          came,
          'See whether your payout details are right. The next payout goes there.',
        )
  const link = { label: 'See your payouts', address: `${site.siteUrl}/earnings/payouts` }
  await mailer.send({ id: `payout-${id}-${state}`, to: email, ...noticeMail({ ...site, ...words, link }) })
}

const noticeOf = (title: string, ...paragraphs: [string, ...string[]]) => ({ title, paragraphs })
