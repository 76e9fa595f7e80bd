import type { Context } from '../platform/context.ts'
import { handle, type JobHandler } from '../platform/jobs/job.ts'
import { deliverNews, spread, spreadNews } from './telling/service.ts'
import { deliver } from './ways/delivering.ts'

/** The background jobs of this slice. */
export const createNewsJobs = (environment: Omit<Context, 'actor'>): JobHandler[] => [
  handle(spreadNews, (of) => spread(environment, of)),
  handle(deliverNews, (of) => deliver(environment, of)),
]
