import type { AnswerOf } from '../../api/client.ts'
import { usdText } from '../../format/money-text.ts'

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
