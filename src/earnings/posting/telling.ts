import { tell } from '../../news/index.ts'
import type { Context } from '../../platform/context.ts'
import { enqueueAll } from '../../platform/jobs/job.ts'
import { takenBackMail } from '../reading/taken-back.ts'
import { selectToTell } from './telling-sql.ts'

/**
 * Tells creators in the app what a posting run has posted for them and what it has taken back, and mails the latter, in
 * the transaction that seals it.
 */
export async function tellPosted(tx: Context, postingRunId: string): Promise<void> {
  const creators = await selectToTell(tx.db, postingRunId)
  const takenFrom = creators.filter(({ taken }) => taken > 0)
  await enqueueAll(
    tx.db,
    takenBackMail,
    takenFrom.map(({ payeeId }) => ({ posting_run_id: postingRunId, payee_id: payeeId })),
  )
  const posted = creators.flatMap(({ userId, posted: count, postedCents: amountCents, postedOf }) =>
    count > 0 ? [{ userId, kind: 'order_posted' as const, count, amountCents, about: postedOf }] : [],
  )
  const taken = takenFrom.map(({ userId, taken: count, takenCents: amountCents, takenOf }) => ({
    ...{ userId, kind: 'order_returned' as const, count, amountCents, about: takenOf },
  }))
  await tell(tx, [...posted, ...taken])
}
