import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import { formerOf } from '../former-sql.ts'

export type AdjustmentRow = Awaited<ReturnType<typeof selectAdjustment>>

const adjustments = (db: Kysely<DB>) =>
  db
    .selectFrom('earnings_ledger as l')
    .innerJoin('payees as y', 'y.id', 'l.payee_id')
    .leftJoin('profiles as p', 'p.id', 'y.user_id')
    .where('l.order_item_id', 'is', null)
    .where('l.transaction_type', '=', 'manual_adjustment')
    .select(['l.id', 'l.payee_id', 'p.username', 'l.user_amount_cents', 'l.reason', 'l.created_at'])
    .select(formerOf('l.payee_id').as('former'))

/** The adjustments of all payees, or of one, before a position, the newest first. */
export const selectAdjustments = (
  db: Kysely<DB>,
  payeeId: string | undefined,
  { before, limit }: { before: Cursor | undefined; limit: number },
) =>
  adjustments(db)
    .$if(payeeId !== undefined, (query) => query.where('l.payee_id', '=', payeeId ?? ''))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(l.created_at, l.id) < (${before?.createdAt}, ${before?.id})`),
    )
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute()

/** The adjustment that was made for a reference. */
export const selectAdjustment = (db: Kysely<DB>, reference: string) =>
  adjustments(db).where(sql<boolean>`l.evidence ->> 'reference' = ${reference}`).executeTakeFirstOrThrow()
