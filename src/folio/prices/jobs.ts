import type { Amazon } from '../../amazon/service.ts'
import type { Context } from '../../platform/context.ts'
import { type JobHandler, periodic } from '../../platform/jobs/job.ts'
import { createPriceRefresh, readableShops, reviseSchedule } from './service.ts'

const minuteMs = 60_000

/** Keeps prices fresh in the background; nothing where no shop can be asked. */
export function createPriceJobs(context: Omit<Context, 'actor'>, amazon: Amazon): JobHandler[] {
  if (readableShops(amazon).length === 0) return []
  return [
    periodic('refresh_prices', minuteMs, createPriceRefresh(context, amazon)),
    periodic('revise_price_schedule', 60 * minuteMs, () => reviseSchedule(context)),
  ]
}
