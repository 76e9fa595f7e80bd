import type { Context } from '../platform/context.ts'
import { type JobHandler, periodic } from '../platform/jobs/job.ts'
import { hourMs, minuteMs } from '../shared/time.ts'
import { rankProducts } from './ranks/service.ts'
import { learnWords } from './words/service.ts'

const learningMs = 10 * minuteMs
/** What is ranked stands on cached pages for so long, since no click changes it. */
const rankingMs = hourMs

/** The background jobs of this slice. */
export const createFeedJobs = (context: Omit<Context, 'actor'>): JobHandler[] => [
  periodic('learn_words', learningMs, () => learnWords(context)),
  periodic('rank_products', rankingMs, () => rankProducts(context)),
]
