import type { Context } from '../../platform/context.ts'
import { type JobHandler, periodic } from '../../platform/jobs/job.ts'
import { minuteMs } from '../../shared/time.ts'
import { learnWords } from './service.ts'

const learningMs = 10 * minuteMs

/** The background jobs of this slice. */
export const createFeedJobs = (context: Pick<Context, 'db'>): JobHandler[] => [
  periodic('learn_words', learningMs, () => learnWords(context)),
]
