import type { Media } from '../media/index.ts'
import { handle, type JobHandler } from '../platform/jobs/job.ts'
import { removeLeftPictures, removeLeftPicturesJob } from './deletion.ts'

/** The slice's work in the background. */
export const createAccountJobs = (media: Media): JobHandler[] => [
  handle(removeLeftPicturesJob, (left) => removeLeftPictures(media, left)),
]
