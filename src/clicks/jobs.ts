import type { Context } from '../platform/context.ts'
import { type JobHandler, periodic } from '../platform/jobs/job.ts'
import { hourMs } from '../shared/time.ts'
import { cutClickAgents, foldClicks, maintainClicks, retireClicks } from './maintenance.ts'

/** Often enough that a chart has few deltas to sum; seldom enough that many fold into each row. */
const foldMs = 30_000
/** After this time the rest waits for the next fold, so that most of the time is left to recording. */
const longestFoldMs = 3_000
/** Visitor salts live 48 hours; an hour more or less does not matter. */
const maintenanceMs = hourMs

/** The background jobs of this slice. */
export const createClicksJobs = ({
  retentionDays,
  ...rest
}: Omit<Context, 'actor'> & { retentionDays: number }): JobHandler[] => {
  const context = { ...rest, actor: null }
  return [
    periodic('fold_clicks', foldMs, (stopping) =>
      foldClicks(context, AbortSignal.any([stopping, AbortSignal.timeout(longestFoldMs)])),
    ),
    periodic('maintain_clicks', maintenanceMs, async (stopping) => {
      await maintainClicks(context)
      await retireClicks(context, { retentionDays, stopping })
      await cutClickAgents(context, stopping)
    }),
  ]
}
