import type { Context } from '../platform/context.ts'
import { type JobHandler, periodic } from '../platform/jobs/job.ts'
import { hourMs } from '../shared/time.ts'
import { judgePresses } from './flags/service.ts'
import type { Runs } from './runs/service.ts'

/** With the lease of a dead process, at most half a minute passes before its run goes on. */
const resumeMs = 5_000
/** A day is judged soon after it is over. */
const judgeMs = hourMs

/** The slice's work in the background: runs that nobody is at, as after a crash, go on; creators that stand out are flagged. */
export const createOrdersJobs = (environment: Omit<Context, 'actor'>, runs: Runs): JobHandler[] => [
  // Not awaited: a run may take minutes, and other jobs wait for this place.
  periodic('resume_order_runs', resumeMs, async () => runs.drain()),
  periodic('judge_presses', judgeMs, (stopping) => judgePresses({ ...environment, actor: null }, stopping)),
]
