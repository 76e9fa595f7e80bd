import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { enqueueAll, type JobKind } from '../../platform/jobs/job.ts'
import { selectTakenBack, selectTakenFrom, selectUserOf } from './taken-back-sql.ts'

/** The job that mails a creator what a posting run has taken back; added for each when the run is sealed. */
export const takenBackMail: JobKind<{ posting_run_id: string; payee_id: string }> = {
  name: 'send_taken_back_mail',
  payload: z.object({ posting_run_id: z.uuid(), payee_id: z.uuid() }),
}

/** Adds a mail for each creator from whom a posting run has taken something back, in the transaction that seals it. */
export async function tellTakenBack({ db }: Pick<Context, 'db'>, postingRunId: string): Promise<void> {
  const payees = await selectTakenFrom(db, postingRunId)
  await enqueueAll(
    db,
    takenBackMail,
    payees.map((payeeId) => ({ posting_run_id: postingRunId, payee_id: payeeId })),
  )
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
