import { dayMs } from '../../shared/time.ts'

/** So long the details of a last payout stay (decision 88). */
const paysMs = 365 * dayMs
/** So long what somebody left can be claimed. */
const claimableMs = 3 * 365 * dayMs
/** So long a claim waits, for admins to look at it. */
const waitMs = 14 * dayMs

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Until when a last payout is made for who leaves at `at`. */
export const paysUntil = (at: Date): Date => later(at, paysMs)

/** From when on what is claimed at `at` goes to who has claimed it. */
export const movesFrom = (at: Date): Date => later(at, waitMs)

/** Who left before this can claim nothing any more at `at`. */
export const claimableSince = (at: Date): Date => later(at, -claimableMs)
