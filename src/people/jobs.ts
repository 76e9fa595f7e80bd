import type { Media } from '../media/service.ts'
import type { Context } from '../platform/context.ts'
import { handle, type JobHandler, periodic } from '../platform/jobs/job.ts'
import { rankCreators, removeReplacedAvatar, removeReplacedAvatarJob } from './index.ts'

const rankingMs = 5 * 60_000

/** The slice's work in the background. */
export const createPeopleJobs = ({
  media,
  ...context
}: Omit<Context, 'actor'> & { media: Media }): JobHandler[] => [
  handle(removeReplacedAvatarJob, (avatar) => removeReplacedAvatar(context, media, avatar)),
  periodic('rank_creators', rankingMs, () => rankCreators(context)),
]
