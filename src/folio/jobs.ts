import type { Media } from '../media/service.ts'
import type { Context } from '../platform/context.ts'
import { handle, type JobHandler } from '../platform/jobs/job.ts'
import { removeReplacedPicture, removeReplacedPictureJob } from './index.ts'

/** The slice's work in the background. */
export const createFolioJobs = ({
  media,
  ...context
}: Omit<Context, 'actor'> & { media: Media }): JobHandler[] => [
  handle(removeReplacedPictureJob, (picture) => removeReplacedPicture(context, media, picture)),
]
