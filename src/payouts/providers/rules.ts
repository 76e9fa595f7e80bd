import { dayMs } from '../../shared/time.ts'

/** PayPal knows a batch's name for 30 days: after that the same name would pay again. */
const knownMs = 25 * dayMs

/** Whether a batch is too old to be sent again. */
export const isTooOld = (requestedAt: Date, now: Date): boolean =>
  now.getTime() - requestedAt.getTime() > knownMs
