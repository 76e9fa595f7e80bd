import { dayMs } from '../../shared/time.ts'

/** How long the details for a last payout are kept (decision 88). */
const paysMs = 365 * dayMs
/** How long the balance of a deleted account can be claimed. */
const claimableMs = 3 * 365 * dayMs
/** How long a claim waits, for admins to look at it. */
const waitMs = 14 * dayMs
/** How long after an account's deletion its address can hardly belong to somebody else: a domain lapses in 75 days. */
const sameHandsMs = 75 * dayMs
/** How long a later claim waits. */
const longWaitMs = 60 * dayMs

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Until when a last payout is made for a person who leaves at `at`. */
export const paysUntil = (at: Date): Date => later(at, paysMs)

/** For people who left before this, a claim made at `at` waits longer. */
export const longAgo = (at: Date): Date => later(at, -sameHandsMs)

/** When a balance claimed at `at` moves to the claimant: usually, and for people who left long ago. */
export const movesFrom = (at: Date): { soon: Date; late: Date } => ({
  soon: later(at, waitMs),
  late: later(at, longWaitMs),
})

/** People who left before this can no longer claim anything at `at`. */
export const claimableSince = (at: Date): Date => later(at, -claimableMs)
