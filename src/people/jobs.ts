import type { Media } from '../media/service.ts'
import type { Context } from '../platform/context.ts'
import { handle, type JobHandler } from '../platform/jobs/job.ts'
import { removeReplacedAvatar, removeReplacedAvatarJob } from './service.ts'

/** The slice's work in the background. */
export const createPeopleJobs = ({
  media,
  ...context
}: Omit<Context, 'actor'> & { media: Media }): JobHandler[] => [
  handle(removeReplacedAvatarJob, (avatar) => removeReplacedAvatar(context, media, avatar)),
]
