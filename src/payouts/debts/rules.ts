import { dayMs } from '../../shared/time.ts'

/** How long after the person left, and after its last change, the platform may bear a debt. */
const standsMs = 90 * dayMs

/** Whether a former payee's debt is old enough: since they left, and since it last changed. */
export const isOldEnough = (now: Date, { leftAt, changedAt }: { leftAt: Date; changedAt: Date }): boolean =>
  now.getTime() - Math.max(leftAt.getTime(), changedAt.getTime()) >= standsMs
