import type { Context } from '../platform/context.ts'
import { type JobHandler, periodic } from '../platform/jobs/job.ts'
import { dayMs } from '../shared/time.ts'
import { forgetCounts } from './security-counts.ts'

/** The background jobs of this slice. */
export const createAuditJobs = (environment: Omit<Context, 'actor'>): JobHandler[] => [
  periodic('forget_security_counts', dayMs, () => forgetCounts(environment)),
]
