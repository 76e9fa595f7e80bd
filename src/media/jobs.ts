import type { Context } from '../platform/context.ts'
import { type JobHandler, periodic } from '../platform/jobs/job.ts'
import { dayMs, hourMs } from '../shared/time.ts'
import { countStored } from './counting.ts'
import { removeUnused } from './removing.ts'
import type { Media } from './store.ts'

/** The slice's work in the background. */
export const createMediaJobs = ({
  media,
  ...context
}: Omit<Context, 'actor'> & { media: Media }): JobHandler[] => [
  periodic('count_pictures', dayMs, (stopping) => countStored(context, media, stopping)),
  periodic('remove_unused_pictures', hourMs, (stopping) => removeUnused(context, media, stopping)),
]
