import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthAfter } from '../../../shared/payouts/months.ts'
import type { OwnReason } from '../../../shared/payouts/own-reasons.ts'
import { utcDay } from '../../../shared/time.ts'
import type { AnswerOf } from '../../api/client.ts'
import { usdText } from '../../format/money-text.ts'
import { dayText, monthName } from '../../format/when-text.ts'
import type { OwnBalance } from '../earnings-queries.ts'

export type OwnPayout = AnswerOf<'GET /api/v1/me/payouts'>['items'][number]

export type CoveredPayout = AnswerOf<'GET /api/v1/me/payouts/:id'>

/** How far a payout is, in words and by a badge's tone. */
export const stateTexts: Record<
  OwnPayout['state'],
  { text: string; tone: 'good' | 'waiting' | 'neutral' | 'line' }
> = {
  draft: { text: 'Draft', tone: 'line' },
  approved: { text: 'On its way', tone: 'neutral' },
  sent: { text: 'Sent', tone: 'neutral' },
  paid: { text: 'Paid', tone: 'good' },
  failed: { text: 'Failed', tone: 'waiting' },
  returned: { text: 'Came back', tone: 'waiting' },
  cancelling: { text: 'Being cancelled', tone: 'waiting' },
  cancelled: { text: 'Cancelled', tone: 'line' },
}

/** What was paid of a payout, beside its amount where that is not all of it (docs/product/payouts.md#attention). */
export function amountText({ amount, paid }: Pick<OwnPayout, 'amount' | 'paid'>): string {
  if (paid === null || paid === amount) return usdText(amount)
  return `${usdText(paid)} ${paid < amount ? 'of' : 'instead of'} ${usdText(amount)}`
}

/** What is known of a payout of which the provider said something else; nothing where it never did. */
export function inquiryText({
  paid,
  is_looked_into,
}: Pick<OwnPayout, 'paid' | 'is_looked_into'>): string | null {
  if (is_looked_into)
    return 'The provider reports something else. We are looking into it, and pay nothing more until it is clear.'
  return paid === null ? null : `We have looked into it: ${usdText(paid)} was paid.`
}

/** Why an available balance is not paid out, other than for its amount. */
const whyTexts: Partial<Record<OwnReason, string>> = {
  attention: 'We are asking the provider about the result of a payout. Nothing more is paid before we know.',
  review: 'We have to look at something first, and pay nothing until then.',
  unproven: 'It is paid out once you have proven your email address.',
  no_details: 'It is paid out once you have told us where to pay you.',
  details_wait: 'It is paid out once your payout details count.',
  details_lost:
    'Your payout details cannot be read any more. It is paid out once you have entered them again.',
  resting:
    'Nothing is paid out for some days, because changes of your account were taken back, or a phone was lost.',
}

/** Whether the person can do something about it where they say how they are paid. */
export const isForDetails = (why: OwnReason | null): boolean =>
  why !== null && ['unproven', 'no_details', 'details_wait', 'details_lost'].includes(why)

type Coming = OwnBalance['coming'][number]

/**
 * When pending earnings become posted: on a day, once Amazon has paid for a month, which it usually does within two
 * more, or once they were looked at (docs/product/payouts.md#own-payouts).
 */
export function whenComing({ on, month, marketplace }: Omit<Coming, 'amount'>, now = new Date()): string {
  if (on) return `on ${dayText(on)}`
  if (!month || !marketplace) return 'once we have looked at its orders'
  const usual = monthAfter(month, 2)
  const isLate = usual < utcDay(now).slice(0, 7)
  const howLong = isLate ? 'which takes longer than usual' : `usually by the end of ${monthName(usual, now)}`
  return `once Amazon has paid for ${monthName(month, now)}, ${marketplaceName(marketplace)}, ${howLong}`
}

type Sums = Pick<OwnBalance, 'available' | 'held' | 'pending' | 'minimum'>

/**
 * What happens to somebody's balance, or why nothing does, with what of it comes first
 * (docs/product/payouts.md#own-payouts).
 */
export function payoutOutlook(
  { available, held, pending, minimum }: Sums,
  why: OwnReason | null,
  first?: Coming,
): string {
  const known = why && whyTexts[why]
  if (known) return known
  if (available < 0) return 'Returns took back more than was left. Your next earnings make up for it.'
  if (available > 0)
    return available < minimum
      ? `It is paid out once it reaches ${usdText(minimum)}, the minimum for a payout.`
      : 'It is paid out with the next payout.'
  if (held > 0) return 'Not paid yet because it is held.'
  if (pending <= 0) return 'Posted earnings are paid out to you with the next payout.'
  const isReviewed = first && !first.on && !first.month
  if (isReviewed) return 'Not paid yet because we have to look at its orders.'
  const next = first && ` ${usdText(first.amount)} becomes available ${whenComing(first)}.`
  return `Not paid yet because Amazon has not paid for it.${next ?? ''}`
}
