import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { ReviewReason } from '../contract.ts'
import type { ExportedEntry } from '../export-contract.ts'
import { confidenceOf, type OwnRow, ownOf } from './ledger-sql.ts'

/** A row as it is exported, its dollars still in cents and its own amount in the smallest unit. */
export type FileEntry = Omit<
  ExportedEntry,
  | 'gross_commission'
  | 'platform_fee_amount'
  | 'user_amount'
  | 'own_currency'
  | 'own_amount'
  | 'usd_per_unit'
  | 'status'
> & { posted_on: string; under_review: ReviewReason | null; own: OwnRow | null }

/** The position of a person's last row, 0 without any. All before it are committed: writers of a chain take turns. */
export async function selectLastPosition(db: Kysely<DB>, userId: string): Promise<number> {
  const row = await db
    .selectFrom('earnings_ledger')
    .where('payee_id', '=', (of) => of.selectFrom('payees').where('user_id', '=', userId).select('id'))
    .select('sequence')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/**
 * The rows of a person's ledger after a position, up to another, the first one first. Times are exact to the
 * microsecond.
 */
export async function selectLedgerForFile(
  db: Kysely<DB>,
  userId: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<FileEntry[]> {
  const { rows } = await sql<FileEntry>`
    select l.sequence, to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
      l.order_item_id, o.product_title, o.asin,
      case when l.order_item_id is not null then ${confidenceOf} end as confidence, l.transaction_type,
      l.available_on, posted_on(l.marketplace, coalesce(l.counts_month, l.earning_month), l.available_on), under_review(l.payee_id, l.order_item_id), l.payee_id, l.pair_sequence, l.gross_commission_cents,
      l.platform_fee_cents, l.user_amount_cents, ${ownOf('l')} as own, l.fee_bps, l.hash_version, l.rule, l.evidence::text as evidence,
      l.observation_id, l.reason, l.marketplace, l.earning_month, l.counts_month, encode(l.previous_hash, 'hex') as previous_hash, encode(l.hash, 'hex') as hash
    from (
      select * from earnings_ledger
      where payee_id = (select id from payees where user_id = ${userId}) and sequence > ${after} and sequence <= ${upTo}
      order by sequence limit ${limit}
    ) l
    left join lateral (
      select product_title, asin from amazon_orders where order_item_id = l.order_item_id limit 1
    ) o on true
    left join lateral (
      select confidence from order_matches where order_item_id = l.order_item_id and payee_id = l.payee_id limit 1
    ) m on true
    order by l.sequence`.execute(db)
  return rows
}
