import type { Amazon } from '../amazon/index.ts'
import type { Media } from '../media/index.ts'
import type { Context } from '../platform/context.ts'
import { handle, type JobHandler, periodic } from '../platform/jobs/job.ts'
import { hourMs, minuteMs } from '../shared/time.ts'
import { createPriceRefresh, readableShops, reviseSchedule } from './prices/service.ts'
import { removeReplacedPicture, removeReplacedPictureJob } from './products/pictures.ts'
import { forgetImports } from './transfer/undoing.ts'

/** The background jobs of this slice. */
export const createFolioJobs = ({
  media,
  ...context
}: Omit<Context, 'actor'> & { media: Media }): JobHandler[] => [
  handle(removeReplacedPictureJob, (picture) => removeReplacedPicture(context, media, picture)),
  periodic('forget_collection_imports', hourMs, () => forgetImports(context)),
]

/** The job that refreshes prices; nothing where no shop can be asked. */
export function createPriceJobs(context: Omit<Context, 'actor'>, amazon: Amazon): JobHandler[] {
  if (readableShops(amazon).length === 0) return []
  return [
    periodic('refresh_prices', minuteMs, createPriceRefresh(context, amazon)),
    periodic('revise_price_schedule', hourMs, () => reviseSchedule(context)),
  ]
}
