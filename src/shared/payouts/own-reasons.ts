/** Why nothing is paid, in the words that its creator may know (docs/product/payouts.md#own-payouts). */
export const ownReasons = [
  'attention',
  'held',
  'unproven',
  'resting',
  'details_lost',
  'details_wait',
  'no_details',
  'negative',
  'below_minimum',
  'review',
] as const
export type OwnReason = (typeof ownReasons)[number]

/** A reason as its creator reads it: for one that is not theirs to know, only that somebody looks at it. */
export const ownReason = (why: string): OwnReason => ownReasons.find((own) => own === why) ?? 'review'
