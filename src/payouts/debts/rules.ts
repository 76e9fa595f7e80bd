import { dayMs } from '../../shared/time.ts'

/** So long a debt of who has left stands at least before the platform bears it, and so long nothing has changed it. */
const standsMs = 90 * dayMs

/** Whether what a former payee owes has stood long enough: since they left, and since it last changed. */
export const isOldEnough = (now: Date, { leftAt, changedAt }: { leftAt: Date; changedAt: Date }): boolean =>
  now.getTime() - Math.max(leftAt.getTime(), changedAt.getTime()) >= standsMs
