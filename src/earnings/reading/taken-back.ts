import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import { selectTakenBack, selectUserOf } from './taken-back-sql.ts'

/** The job that mails a creator what a posting run has taken back; added for each when the run is sealed. */
export const takenBackMail: JobKind<{ posting_run_id: string; payee_id: string }> = {
  name: 'send_taken_back_mail',
  payload: z.object({ posting_run_id: z.uuid(), payee_id: z.uuid() }),
}

/**
 * What a posting run has taken back from a payee: of each order, in cents below zero, the most first; and whose payee
 * it is, null once they have left.
 */
export async function takenBackFrom(
  { db }: Pick<Context, 'db'>,
  of: { postingRunId: string; payeeId: string },
) {
  return { userId: await selectUserOf(db, of.payeeId), orders: await selectTakenBack(db, of) }
}
