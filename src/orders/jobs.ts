import { type JobHandler, periodic } from '../platform/jobs/job.ts'
import type { Runs } from './runs/service.ts'

/** With the lease of a dead process, at most half a minute passes before its run goes on. */
const resumeMs = 5_000

/** The slice's work in the background: runs that nobody is at, as after a crash, go on. */
export const createOrdersJobs = (runs: Runs): JobHandler[] => [
  // Not awaited: a run may take minutes, and other jobs wait for this place.
  periodic('resume_order_runs', resumeMs, async () => runs.drain()),
]
