import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import { noticeMail } from '../../platform/mail/layout.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { centsToDecimal } from '../../shared/money.ts'
import { coveredByLine } from '../advice/service.ts'
import type { PayoutMethod } from '../details/contract.ts'
import { selectProvenAddress } from '../details/sql.ts'
import { type LineRow, selectLine } from './sql.ts'

const mailedStates = ['sent', 'paid', 'failed', 'returned'] as const
export type MailedState = (typeof mailedStates)[number]

/** The job that mails a creator the result of a payout. */
export const payoutMail: JobKind<{ line_id: string; state: MailedState }> = {
  name: 'send_payout_mail',
  payload: z.object({ line_id: z.uuid(), state: z.enum(mailedStates) }),
}

/** Whether creators get a mail when a payout reaches a state. */
export const isMailedState = (state: string): state is MailedState =>
  mailedStates.some((one) => one === state)

type Site = { appName: string; siteUrl: string }

/**
 * Mails a creator that a payout is on its way, reached them, or came back; the first two with its parts
 * (docs/product/payouts.md#remittance-advice). Does nothing once the account is gone, or if a sent payout has ended
 * meanwhile. Safe to repeat.
 */
export async function sendPayoutMail(
  context: Context,
  mailer: Pick<Mailer, 'send'>,
  site: Site,
  { line_id: id, state }: { line_id: string; state: MailedState },
  options: { reportTimeZone: string },
): Promise<void> {
  const { db } = context
  const line = await selectLine(db, id)
  const email = line?.user_id && (await selectProvenAddress(db, line.user_id))
  if (!line || !email || (state === 'sent' && line.state !== 'sent')) return
  const amount = usd(line.amount_cents)
  const came = line.reason ? `Reason: ${line.reason}` : 'The provider has sent it back.'
  const isGood = state === 'sent' || state === 'paid'
  const made = isGood ? await madeOf(context, line, options) : ''
  const words =
    state === 'sent'
      ? noticeOf(
          'A payout is on its way',
          `${amount} of your earnings were sent to you${by[line.method]}.`,
          made,
        )
      : state === 'paid'
        ? noticeOf('You were paid', `${amount} of your earnings are on your account.`, made)
        : noticeOf(
            'A payout came back',
            `${amount} could not be paid to you, and are in your balance again.`,
            came,
            'See whether your payout details are right. The next payout goes there.',
          )
  const link = isGood
    ? { label: 'See its advice', address: `${site.siteUrl}/earnings/payouts/${id}/advice` }
    : { label: 'See your payouts', address: `${site.siteUrl}/earnings/payouts` }
  await mailer.send({ id: `payout-${id}-${state}`, to: email, ...noticeMail({ ...site, ...words, link }) })
}

const noticeOf = (title: string, ...paragraphs: [string, ...string[]]) => ({ title, paragraphs })
const usd = (cents: number) => `${cents < 0 ? '−' : ''}$${centsToDecimal(Math.abs(cents))}`
const by: Record<PayoutMethod, string> = { paypal: ' by PayPal', wise: ' by Wise', other: '' }

/** The parts of a payout in one sentence; zeros are left out. */
async function madeOf(context: Context, line: LineRow, options: { reportTimeZone: string }): Promise<string> {
  const { left, sums, held } = await coveredByLine(context, line, { limit: 1 }, options)
  const parts: [string, number][] = [
    ['Commissions', sums.sales],
    ['returns', sums.returns],
    ['our fee', sums.fee],
    ['adjusted by hand', sums.by_hand],
    ['payouts that came back', sums.came_back],
    ['left from before', left],
    ['held', -held],
  ]
  const said = parts.flatMap(([name, cents]) => (cents === 0 ? [] : [`${name} ${usd(cents)}`]))
  return `Payout ${line.number}, ${line.reference}. ${said.join(', ')}: ${usd(line.amount_cents)} in all.`
}
