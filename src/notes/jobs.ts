import type { PayoutDeps } from '../payouts/index.ts'
import type { Context } from '../platform/context.ts'
import { handle, type JobHandler, periodic } from '../platform/jobs/job.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { hourMs } from '../shared/time.ts'
import { sendWeeklyNote, weeklyNoteMail, writeWeeklyNotes } from './writing.ts'

/** The background jobs of this slice: notes, and their mails. */
export const createNoteJobs = (
  context: Omit<Context, 'actor'>,
  mailer: Pick<Mailer, 'send'>,
  site: { appName: string; siteUrl: string },
  deps: PayoutDeps,
): JobHandler[] => [
  periodic('write_weekly_notes', hourMs, (stopping) => writeWeeklyNotes(context, deps, stopping)),
  handle(weeklyNoteMail, (note) => sendWeeklyNote(context, mailer, site, note)),
]
