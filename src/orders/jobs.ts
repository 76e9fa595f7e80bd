import type { Context } from '../platform/context.ts'
import { type JobHandler, periodic } from '../platform/jobs/job.ts'
import { hourMs } from '../shared/time.ts'
import { judgePresses } from './flags/service.ts'
import type { Runs } from './runs/service.ts'

/** With the lease of a dead process, its run continues after half a minute at most. */
const resumeMs = 5_000
/** A day is judged soon after it is over. */
const judgeMs = hourMs

/**
 * The slice's background jobs: continuing runs that no process works on, as after a crash, and flagging creators with
 * unusual figures.
 */
export const createOrdersJobs = (environment: Omit<Context, 'actor'>, runs: Runs): JobHandler[] => [
  // Not awaited: a run may take minutes, during which no other job could run here.
  periodic('resume_order_runs', resumeMs, async () => runs.drain()),
  periodic('judge_presses', judgeMs, (stopping) => judgePresses({ ...environment, actor: null }, stopping)),
]
