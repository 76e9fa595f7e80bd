import type { AnswerOf } from '../../client.ts'

export type OwnPayout = AnswerOf<'GET /api/v1/me/payouts'>['items'][number]

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
  cancelled: { text: 'Cancelled', tone: 'line' },
}
