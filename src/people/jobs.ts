import type { Media } from '../media/index.ts'
import type { Context } from '../platform/context.ts'
import { handle, type JobHandler, periodic } from '../platform/jobs/job.ts'
import { minuteMs } from '../shared/time.ts'
import { type MostViewed, rankCreators } from './finding/service.ts'
import { removeReplacedAvatar, removeReplacedAvatarJob } from './profiles/own-pictures.ts'

const rankingMs = 5 * minuteMs

/** The background jobs of this slice. */
export const createPeopleJobs = ({
  media,
  mostViewed,
  ...context
}: Omit<Context, 'actor'> & { media: Media; mostViewed: MostViewed }): JobHandler[] => [
  handle(removeReplacedAvatarJob, (avatar) => removeReplacedAvatar(context, media, avatar)),
  periodic('rank_creators', rankingMs, () => rankCreators(context, mostViewed)),
]
