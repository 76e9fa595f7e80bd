import type { DuePayouts } from '../answers.ts'

/** Why somebody with a balance is not paid (docs/product/payouts.md#who-is-due). */
export const notDueTexts: Record<DuePayouts['not_due'][number]['why'], string> = {
  account_deleted: 'Account deleted, not claimed',
  attention: 'The provider reports something else for a payout',
  claimed: 'Account deleted, claimed by the same address',
  debt: 'A debt waits for an answer',
  suspended: 'Suspended',
  held: 'Held',
  unproven: 'Address not proven',
  resting: 'Waits: a lost phone, or changes taken back',
  details_lost: 'Payout details cannot be read',
  details_wait: 'Payout details do not count yet',
  no_details: 'No payout details',
  negative: 'Below zero',
  below_minimum: 'Less than the minimum',
}
