import type pg from 'pg'
import type { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { fileText } from '../../platform/files/export.ts'
import { eachOf, type InBatches } from '../../platform/files/json-object.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/limits/rate-limit.ts'
import { decimalOf, shortRate } from '../../shared/amazon/currencies.ts'
import { exportName, type FileFormat } from '../../shared/export-file.ts'
import { centsToDecimal, centsToUsd } from '../../shared/money.ts'
import type { ExportedEntry, exportedEarnings } from '../export-contract.ts'
import { proveRows } from '../log/reading.ts'
import { selectOwnPayee } from '../posting/sql.ts'
import { type FileEntry, selectLastPosition, selectLedgerForFile } from './export-sql.ts'
import type { OwnRow } from './ledger-sql.ts'
import { type LedgerOptions, reportDay, statusOfRow } from './serialize.ts'

const batchSize = 2_000

/** The columns of a file of the ledger, in their order. */
const columns = [
  'sequence',
  'created_at',
  'order_item_id',
  'product_title',
  'asin',
  'confidence',
  'transaction_type',
  'gross_commission',
  'platform_fee_amount',
  'user_amount',
  'own_currency',
  'own_amount',
  'usd_per_unit',
  'status',
  'available_on',
  'payee_id',
  'pair_sequence',
  'gross_commission_cents',
  'platform_fee_cents',
  'user_amount_cents',
  'fee_bps',
  'hash_version',
  'rule',
  'evidence',
  'observation_id',
  'reason',
  'marketplace',
  'earning_month',
  'counts_month',
  'previous_hash',
  'hash',
] as const satisfies (keyof ExportedEntry)[]

/** Limits how often a person may export their ledger. */
export const createLedgerExports = (pool: pg.Pool): RateLimiter =>
  createRateLimiter(pool, { name: 'ledger_exports', points: 20, seconds: 600, of: 'files of your ledger' })

/**
 * The caller's whole ledger as it is now, as a file: its text in pieces, and its name. It has everything needed to
 * check its chain of hashes, and in JSON the proof that it is in the signed log. Throws `rate_limited`.
 */
export async function exportLedgerFile(
  context: Context,
  { format }: { format: FileFormat },
  { exports, ...options }: LedgerOptions & { exports: RateLimiter },
): Promise<{ text: AsyncIterable<string>; name: string }> {
  const { userId } = requireUser(context)
  await exports.take(userId)
  const upTo = await selectLastPosition(context.db, userId)
  const payee = format === 'json' ? await selectOwnPayee(context.db, userId) : undefined
  const log = payee && (await proveRows(context, { payeeId: payee.id, upTo }))
  const today = reportDay(context, options)
  // In a CSV an amount has two decimals, in JSON it is a number.
  const amount: (cents: number) => string | number = format === 'csv' ? centsToDecimal : centsToUsd
  async function* batches() {
    for await (const rows of batchesOf(context, userId, upTo))
      yield rows.map((row) => fileRow(row, { today, amount }))
  }
  return {
    text: fileText({ format, columns, batches: batches(), ...(log && { beside: { ledger_log: log } }) }),
    name: exportName('ledger', format, context.clock()),
  }
}

// One statement a batch, not one transaction: rows are only ever appended, so those up to the last one do not change,
// and a slow reader neither holds a connection nor keeps old rows from being vacuumed.
async function* batchesOf({ db }: Context, userId: string, upTo: number) {
  let after = 0
  while (after < upTo) {
    const batch = await selectLedgerForFile(db, userId, { after, upTo, limit: batchSize })
    if (batch.length === 0) throw new Error('The ledger has lost rows.')
    yield batch
    after = batch.at(-1)?.sequence ?? upTo
  }
}

const fileRow = <Amount>(
  { posted_on, under_review, own, ...row }: FileEntry,
  { today, amount }: { today: string; amount: (cents: number) => Amount },
) => ({
  ...row,
  gross_commission: amount(row.gross_commission_cents),
  platform_fee_amount: amount(row.platform_fee_cents),
  user_amount: amount(row.user_amount_cents),
  ...ownOfFile(own),
  status: statusOfRow(today, { ...row, posted_on, under_review }),
})

const ownOfFile = (own: OwnRow | null) => ({
  own_currency: own?.currency ?? null,
  own_amount: own?.smallest_units == null ? null : decimalOf(own.smallest_units, own.currency),
  usd_per_unit: own?.usd_per_unit == null ? null : shortRate(own.usd_per_unit),
})

/**
 * The part of the caller's export about them as a payee: the payee, and all rows. Read it in the caller's transaction.
 */
export async function exportEarnings(
  context: Context,
  options: LedgerOptions,
): Promise<InBatches<z.input<typeof exportedEarnings>>> {
  const { userId } = requireUser(context)
  const payee = await selectOwnPayee(context.db, userId)
  const today = reportDay(context, options)
  const upTo = await selectLastPosition(context.db, userId)
  const rows = batchesOf(context, userId, upTo)
  return {
    payee: payee ? { id: payee.id, created_at: payee.created_at.toISOString() } : null,
    ledger_log: payee ? await proveRows(context, { payeeId: payee.id, upTo }) : null,
    ledger: eachOf(rows, (row) => fileRow(row, { today, amount: centsToUsd })),
  }
}
