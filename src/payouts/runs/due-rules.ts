import type { NotDueReason } from './contract.ts'

/** The facts that decide whether a payee is paid. */
export type DueFacts = {
  /** In cents. */
  available: number
  /** The part of the balance that an admin holds, in cents. */
  held: number
  minimumCents: number
  hasAccount: boolean
  /** For a deleted account: a last payout was asked for, or somebody has claimed the balance. */
  isLastPayout: boolean
  isClaimed: boolean
  /** A provider's report contradicts a payout, and nobody has answered it. */
  hasAttention: boolean
  /** A former payee with a debt was paid at the same account, and no admin has decided whose it is. */
  asksDebt: boolean
  isSuspended: boolean
  isProven: boolean
  /** Changes of the account were undone lately, or its passkeys and apps are reported lost. */
  isResting: boolean
  /** Whether details count now, and whether some will. */
  hasDetails: boolean
  hasComing: boolean
  /** Whether the key of the details that count is here. */
  isReadable: boolean
}

/** Why a payee is not paid; null for one who is due (docs/product/payouts.md#who-is-due). */
export function whyNotDue(facts: DueFacts): NotDueReason | null {
  if (facts.available < 0) return 'negative'
  if (facts.hasAttention) return 'attention'
  if (facts.asksDebt) return 'debt'
  if (facts.isLastPayout) return whyNoLastPayout(facts)
  if (!facts.hasAccount) return facts.isClaimed ? 'claimed' : 'account_deleted'
  if (facts.isSuspended) return 'suspended'
  if (facts.available < facts.minimumCents) return facts.held > 0 ? 'held' : 'below_minimum'
  if (!facts.isProven) return 'unproven'
  if (facts.isResting) return 'resting'
  if (!facts.hasDetails) return facts.hasComing ? 'details_wait' : 'no_details'
  return facts.isReadable ? null : 'details_lost'
}

/** A last payout pays any amount, since the person has proven everything before. */
function whyNoLastPayout({ available, held, hasDetails, isReadable }: DueFacts): NotDueReason | null {
  if (available === 0) return held > 0 ? 'held' : 'below_minimum'
  if (!hasDetails) return 'account_deleted'
  return isReadable ? null : 'details_lost'
}
