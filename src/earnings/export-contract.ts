import { z } from 'zod'
import { confidences } from '../shared/attribution.ts'
import { id, instant } from '../shared/schemas.ts'
import { transactionTypes } from './contract.ts'
import { exportedLog } from './log/contract.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * A row of the ledger in files, in the order of their columns. The row's hash covers `payee_id` and everything after
 * it, with `sequence`, `created_at`, `order_item_id`, `transaction_type` and `available_on`.
 */
const exportedEntry = z.object({
  sequence: z.int(),
  created_at: instant,
  /** Null in rows without an order, like all fields about the order and its pair. */
  order_item_id: z.string().nullable(),
  product_title: z.string().nullable(),
  asin: z.string().nullable(),
  confidence: z.enum(confidences).nullable(),
  transaction_type: z.enum(transactionTypes),
  gross_commission: z.number(),
  platform_fee_amount: z.number(),
  user_amount: z.number(),
  /**
   * The amount behind the row in another currency than dollars, in whole units, and the dollars for one: exact
   * decimals.
   */
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
  /** The version of the hash; from 2 on it also covers the fields below, which rows of version 1 do not have. */
  hash_version: z.int(),
  rule: z.string().nullable(),
  /** JSON, in exactly the text that the hash covers. */
  evidence: z.string().nullable(),
  observation_id: id.nullable(),
  reason: z.string().nullable(),
  /** From version 3 on: the marketplace and the month for which Amazon pays the order, as its first day. */
  marketplace: z.string().nullable(),
  earning_month: z.iso.date().nullable(),
  /** From version 4 on: the month with which the row counts as posted, if that is another. */
  counts_month: z.iso.date().nullable(),
  previous_hash: hash,
  hash,
})
export type ExportedEntry = z.output<typeof exportedEntry>

/** The part of an export about a person as a payee. */
export const exportedEarnings = z.object({
  /** The person's payee; null if there is none. */
  payee: z.object({ id, created_at: instant }).nullable(),
  /** The whole ledger, the first row first. */
  ledger: z.array(exportedEntry),
  /** The proof that these rows are in the signed log; null if none is. */
  ledger_log: exportedLog.nullable(),
})
