import type { Media } from '../media/index.ts'
import { handle, type JobHandler } from '../platform/jobs/job.ts'
import { removeLeftPictures, removeLeftPicturesJob } from './deletion.ts'

/** The background jobs of this slice. */
export const createAccountJobs = (media: Media): JobHandler[] => [
  handle(removeLeftPicturesJob, (left) => removeLeftPictures(media, left)),
]
