import type { Context } from '../../platform/context.ts'
import { type JobHandler, periodic } from '../../platform/jobs/job.ts'
import { dayMs, hourMs } from '../../shared/time.ts'
import { deleteOldMails, endReported } from './bounces-sql.ts'
import { deleteOldSends, deleteStrayDevices } from './sends-sql.ts'

/** Reports come within days; what is sent once has a key of a day or a week. */
const keptDays = { mails: 30, sends: 90, bounces: 90 }

/** Ends what is over, and forgets what is old. */
export const createTending = ({ db, clock }: Pick<Context, 'db' | 'clock'>): JobHandler =>
  periodic('tend_ways', hourMs, async () => {
    const now = clock()
    const ago = (days: number) => new Date(now.getTime() - days * dayMs)
    await deleteOldMails(db, { mails: ago(keptDays.mails), bounces: ago(keptDays.bounces) })
    await endReported(db, { before: ago(1), now })
    await deleteOldSends(db, ago(keptDays.sends))
    await deleteStrayDevices(db)
  })
