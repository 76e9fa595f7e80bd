/** How far a payout is (docs/product/payouts.md#results). */
export const payoutStates = [
  'draft',
  'approved',
  'sent',
  'paid',
  'failed',
  'returned',
  'cancelling',
  'cancelled',
] as const
export type PayoutState = (typeof payoutStates)[number]

/** The states that an approved payout may take. */
export const payoutResults = ['sent', 'paid', 'failed', 'returned', 'cancelling', 'cancelled'] as const
export type PayoutResult = (typeof payoutResults)[number]

/** To which states a payout may come from one; the database knows the same steps. */
export const nextPayoutStates: Partial<Record<PayoutState, readonly PayoutResult[]>> = {
  approved: ['sent', 'cancelling', 'cancelled'],
  cancelling: ['sent', 'cancelled'],
  sent: ['paid', 'failed', 'returned'],
  paid: ['returned'],
}
