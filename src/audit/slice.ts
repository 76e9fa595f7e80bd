import type { Context } from '../platform/context.ts'
import type { Slice } from '../platform/slice.ts'
import { createAuditJobs } from './jobs.ts'
import { auditRoutes } from './routes.ts'

export const audit: Slice<Omit<Context, 'actor'>> = {
  routes: () => auditRoutes,
  jobs: ({ db, clock }) => createAuditJobs({ db, clock }),
}
