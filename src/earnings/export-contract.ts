import { z } from 'zod'
import { confidences } from '../shared/attribution.ts'
import { id, instant } from '../shared/schemas.ts'
import { transactionTypes } from './contract.ts'
import { exportedLog } from './log/contract.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * A row of the ledger in files, in the order of their columns. From `payee_id` on, with `sequence`, `created_at`,
 * `order_item_id`, `transaction_type` and `available_on`, it is what the row's hash covers.
 */
const exportedEntry = z.object({
  sequence: z.int(),
  created_at: instant,
  /** Null, with what is of the order and its pair, in rows that are of no order. */
  order_item_id: z.string().nullable(),
  product_title: z.string().nullable(),
  asin: z.string().nullable(),
  confidence: z.enum(confidences).nullable(),
  transaction_type: z.enum(transactionTypes),
  gross_commission: z.number(),
  platform_fee_amount: z.number(),
  user_amount: z.number(),
  /** What the row is of in another currency than dollars, in whole units, and the dollars for one: exact decimals. */
  own_currency: z.string().nullable(),
  own_amount: z.string().nullable(),
  usd_per_unit: z.string().nullable(),
  status: z.enum(['posted', 'pending', 'paid']),
  available_on: z.iso.date(),
  payee_id: id,
  pair_sequence: z.int().nullable(),
  gross_commission_cents: z.int(),
  platform_fee_cents: z.int(),
  user_amount_cents: z.int(),
  fee_bps: z.int().nullable(),
  /** The version of the hash; from 2 on it covers what follows as well, which rows of version 1 do not have. */
  hash_version: z.int(),
  rule: z.string().nullable(),
  /** JSON, in exactly the text that the hash covers. */
  evidence: z.string().nullable(),
  observation_id: id.nullable(),
  reason: z.string().nullable(),
  /** From version 3 on: for which month of which marketplace Amazon pays the order; the month’s first day. */
  marketplace: z.string().nullable(),
  earning_month: z.iso.date().nullable(),
  /** From version 4 on: with which month the row counts as posted, where that is another. */
  counts_month: z.iso.date().nullable(),
  previous_hash: hash,
  hash,
})
export type ExportedEntry = z.output<typeof exportedEntry>

/** The part of an export about a person as a payee. */
export const exportedEarnings = z.object({
  /** The person's payee; null where there is none. */
  payee: z.object({ id, created_at: instant }).nullable(),
  /** The whole ledger, the first row first. */
  ledger: z.array(exportedEntry),
  /** What proves that these rows are in the log that was signed; null where none is. */
  ledger_log: exportedLog.nullable(),
})
