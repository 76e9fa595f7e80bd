import type { Ways } from '../news/index.ts'
import type { PayoutDeps } from '../payouts/index.ts'
import type { Context } from '../platform/context.ts'
import { handle, type JobHandler, periodic } from '../platform/jobs/job.ts'
import { hourMs } from '../shared/time.ts'
import { sendWeeklyNote, weeklyNoteSending, writeWeeklyNotes } from './writing.ts'

/** The background jobs of this slice: writing notes, and sending them. */
export const createNoteJobs = (
  context: Omit<Context, 'actor'>,
  ways: Pick<Ways, 'sendByWays'>,
  site: { appName: string; siteUrl: string },
  deps: PayoutDeps,
): JobHandler[] => [
  periodic('write_weekly_notes', hourMs, (stopping) => writeWeeklyNotes(context, deps, stopping)),
  handle(weeklyNoteSending, (note) => sendWeeklyNote(context, ways, site, note)),
]
