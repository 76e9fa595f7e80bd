import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB, PayoutBatches } from '../../platform/database/schema.ts'
import type { PayoutBatch } from './contract.ts'

const batches = (db: Kysely<DB>) =>
  db
    .selectFrom('payout_batches as b')
    .leftJoin('profiles as p', 'p.id', 'b.requested_by')
    .select(['b.id', 'b.run_id', 'b.name', 'b.state', 'b.requested_at', 'b.provider_reference', 'b.problem'])
    .select('p.username as requested_by')
    .$narrowType<{ state: PayoutBatch['state'] }>()

export type BatchRow = Awaited<ReturnType<typeof selectBatches>>[number]

/** The batches of a run with their payments, the first one first. */
export const selectBatches = (db: Kysely<DB>, runId: string) =>
  batches(db)
    .innerJoin('payout_batch_lines as m', 'm.batch_id', 'b.id')
    .innerJoin('payout_lines as l', 'l.id', 'm.line_id')
    .select(({ fn }) => [fn.countAll<number>().as('lines'), fn.sum<number>('l.amount_cents').as('cents')])
    .groupBy(['b.id', 'p.username'])
    .where('b.run_id', '=', runId)
    .orderBy('b.id')
    .execute()

export const selectBatch = (db: Kysely<DB>, id: string) =>
  batches(db).where('b.id', '=', id).executeTakeFirst()

/** Batches at the provider with payments that have not ended. */
export const selectUnsettled = (db: Kysely<DB>) =>
  batches(db).where('b.state', '=', 'sent').orderBy('b.id').execute()

/** Adds a batch of lines. */
export async function insertBatch(
  db: Kysely<DB>,
  batch: Insertable<PayoutBatches>,
  lineIds: string[],
): Promise<string> {
  const { id } = await db.insertInto('payout_batches').values(batch).returning('id').executeTakeFirstOrThrow()
  const batchSize = 5_000
  for (let first = 0; first < lineIds.length; first += batchSize)
    await db
      .insertInto('payout_batch_lines')
      .values(lineIds.slice(first, first + batchSize).map((line_id) => ({ line_id, batch_id: id })))
      .execute()
  return id
}

/** The ids of a batch's lines. */
export const selectBatchLineIds = async (db: Kysely<DB>, batchId: string): Promise<Set<string>> =>
  new Set(
    (
      await db.selectFrom('payout_batch_lines').select('line_id').where('batch_id', '=', batchId).execute()
    ).map(({ line_id }) => line_id),
  )

/**
 * Records that a batch is being sent. Returns whether an earlier attempt was never answered; null for a batch that was
 * sent already.
 */
export async function beginAttempt(db: Kysely<DB>, id: string): Promise<boolean | null> {
  const { rows } = await sql<{ was_unanswered: boolean }>`
    update payout_batches set is_unanswered = true where id = ${id} and state = 'sending'
    returning old.is_unanswered as was_unanswered`.execute(db)
  return rows[0]?.was_unanswered ?? null
}

type End =
  | { state: 'sending' | 'lost' | 'refused'; problem: string; is_unanswered?: boolean }
  | { state: 'sent'; provider_reference: string; sent_at: Date; is_unanswered: false; problem: null }

/** Records the result of an attempt, unless another one knows better. Returns whether it was recorded. */
export async function endAttempt(db: Kysely<DB>, id: string, end: End): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payout_batches')
    .set(end)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records the progress of a batch at the provider. */
export const noteAsked = (
  db: Kysely<DB>,
  id: string,
  { isSettled, problem }: { isSettled: boolean; problem: string | null },
) =>
  db
    .updateTable('payout_batches')
    .set({ state: isSettled ? 'settled' : 'sent', problem })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .execute()

/** Whether a PayPal file of a run was downloaded, and so may have been used. */
export async function wasFetched(db: Kysely<DB>, runId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payout_file_fetches as t')
    .innerJoin('payout_files as f', 'f.id', 't.file_id')
    .select('t.id')
    .where('f.run_id', '=', runId)
    .where('f.kind', 'in', ['paypal', 'csv'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
