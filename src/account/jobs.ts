import type { Media } from '../media/service.ts'
import { handle, type JobHandler } from '../platform/jobs/job.ts'
import { removeLeftPictures, removeLeftPicturesJob } from './index.ts'

/** The slice's work in the background. */
export const createAccountJobs = (media: Media): JobHandler[] => [
  handle(removeLeftPicturesJob, (left) => removeLeftPictures(media, left)),
]
