import { dayMs } from '../../shared/time.ts'

/** So long the details of a last payout stay (decision 88). */
const paysMs = 365 * dayMs
/** So long what somebody left can be claimed. */
const claimableMs = 3 * 365 * dayMs
/** So long a claim waits, for admins to look at it. */
const waitMs = 14 * dayMs
/** Until so long after an account was deleted its address can hardly be somebody else's: a domain lapses in 75 days. */
const sameHandsMs = 75 * dayMs
/** So long waits what is claimed later. */
const longWaitMs = 60 * dayMs

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Until when a last payout is made for a person who leaves at `at`. */
export const paysUntil = (at: Date): Date => later(at, paysMs)

/** Who left before this waits longer for what they claim at `at`. */
export const longAgo = (at: Date): Date => later(at, -sameHandsMs)

/** From when on a balance claimed at `at` moves to the claimant: at first, and for people who left long ago. */
export const movesFrom = (at: Date): { soon: Date; late: Date } => ({
  soon: later(at, waitMs),
  late: later(at, longWaitMs),
})

/** Who left before this can claim nothing any more at `at`. */
export const claimableSince = (at: Date): Date => later(at, -claimableMs)
