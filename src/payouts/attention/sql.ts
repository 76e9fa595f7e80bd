import { type Insertable, type Kysely, sql } from 'kysely'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB, PayoutAnswers } from '../../platform/database/schema.ts'
import type { AttentionReason } from './rules.ts'

export type NewAttention = {
  line_id: string
  why: AttentionReason
  word: string
  amount_cents: number | null
  currency: string | null
  provider_reference: string | null
  batch_id: string | null
}

/** Records a provider's report; one that was recorded before, answered or not, is skipped. */
export async function insertAttentions(db: Kysely<DB>, at: Date, rows: NewAttention[]): Promise<void> {
  const batchSize = 2_000
  for (let first = 0; first < rows.length; first += batchSize)
    await db
      .insertInto('payout_attentions')
      .values(rows.slice(first, first + batchSize).map((row) => ({ ...row, noted_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Records that a provider has reported another status for these lines than the unknown one. */
export const passWords = (db: Kysely<DB>, at: Date, lineIds: string[]) =>
  db
    .updateTable('payout_attentions')
    .set({ passed_at: at })
    .where(sql<boolean>`line_id = any (${uuidArray(lineIds)}::uuid[])`)
    .where('why', '=', 'word')
    .where('answer_id', 'is', null)
    .where('passed_at', 'is', null)
    .execute()

/** Adds an answer. Returns its id. */
export async function insertAnswer(db: Kysely<DB>, answer: Insertable<PayoutAnswers>): Promise<string> {
  const { id } = await db
    .insertInto('payout_answers')
    .values(answer)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Answers all open questions about a line. */
export const answerAttentions = (db: Kysely<DB>, lineId: string, answerId: string) =>
  db
    .updateTable('payout_attentions')
    .set({ answer_id: answerId })
    .where('line_id', '=', lineId)
    .where('answer_id', 'is', null)
    .where('passed_at', 'is', null)
    .execute()
