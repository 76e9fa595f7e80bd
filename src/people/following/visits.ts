import { type Context, requireUser } from '../../platform/context.ts'
import { minuteMs } from '../../shared/time.ts'
import { selectVisit, storeVisit } from './visits-sql.ts'

/** A visit lasts until nobody has looked for so long; then another begins, with what came since this one. */
const visitMs = 30 * minuteMs

/**
 * Up to where the caller had seen what followed people share when their present visit began, on any device; null for
 * the first visit.
 */
export async function lastVisit(context: Context): Promise<Date | null> {
  const { userId } = requireUser(context)
  return (await selectVisit(context.db, { userId, goesOnSince: goesOnSince(context) })) ?? null
}

/** Records that the caller has seen what followed people have shared until an instant. */
export const noteVisit = (context: Context, { until }: { until: string }): Promise<void> => {
  const at = context.clock()
  const seen = new Date(Math.min(Date.parse(until), at.getTime()))
  return storeVisit(context.db, {
    ...{ userId: requireUser(context).userId, until: seen, at, goesOnSince: goesOnSince(context) },
  })
}

const goesOnSince = ({ clock }: Context) => new Date(clock().getTime() - visitMs)
