import { z } from 'zod'
import { defineContract } from '../../../shared/contract.ts'
import { id, page } from '../../../shared/schemas.ts'
import { orderStatus, rowError } from '../../contract.ts'

const count = z.int().nonnegative()
/** In whole units of a currency; for an import, of its own. */
const amount = z.number()

/** The outcome of a row, or of an order without a row in the file (the last two). */
export const rowOutcomes = [
  'imported',
  'updated',
  'unchanged',
  'waiting_returns',
  'combined',
  'withdrawn',
  'others_changed',
] as const
export type RowOutcome = (typeof rowOutcomes)[number]

/**
 * Rows and orders by outcome, in a preview or after the merge. All but the last two sum up to the rows that were read.
 */
export const tally = z.array(
  z.object({
    outcome: z.enum(rowOutcomes),
    rows: count,
    /** The money that these rows report, as part of the file's own total; null for orders without a row in it. */
    reported: amount.nullable(),
    /** By how much they change the commission of all orders. */
    commission: amount,
  }),
)
export type Tally = z.output<typeof tally>

/** The money that a file reports. */
export const reported = z.object({
  /** The sum of the rows that were read, which the tally splits. */
  rows: amount,
  /**
   * The sum of the rows that were left out, as far as their amounts can be read; `left_out_unread` counts the others.
   */
  left_out: amount,
  left_out_unread: count,
  /** The file's own total; null if it has none. */
  statement: amount.nullable(),
})

/** The creators whose orders change, and by how much commission; the largest first. */
export const byCreator = z.array(
  z.object({
    /** Null for orders that belong to nobody, as far as is known before they are matched. */
    payee_id: id.nullable(),
    /** Null also where the account has been deleted. */
    username: z.string().nullable(),
    orders: count,
    commission: amount,
  }),
)
export type ByCreator = z.output<typeof byCreator>

/** The sum of all creators beyond the first hundred. */
export const otherCreators = z.object({ creators: count, orders: count, commission: amount }).nullable()

/** What undoing an import changes: orders, and the commission of all orders. */
export const undoEffect = z.object({
  orders: count,
  commission: amount,
  creators: byCreator,
  other_creators: otherCreators,
  /** An upper limit, since nothing was tried: other reports may have the same orders. */
  is_at_most: z.boolean(),
})

/** Returns of a currency that have found no purchase yet, and their waiting amount, never above zero. */
export const waitingReturns = z.object({ count, commission: amount, currency: z.string() })

const importedRow = z.object({
  line: z.int().nullable(),
  order_item_id: z.string(),
  order_date: z.iso.date(),
  asin: z.string(),
  product_title: z.string(),
  /** The order as it is now; null if there is none yet. */
  order_status: orderStatus.nullable(),
  currency: z.string(),
  commission: amount.nullable(),
  /** The row's report; null after the merge, when that is no longer stored. */
  reported: amount.nullable(),
  /** What merging would make of the order; null after the merge, and for a row that is combined with another. */
  would_be: z.object({ order_status: orderStatus, commission: amount }).nullable(),
})
export type ImportedRow = z.output<typeof importedRow>

const params = z.object({ id })

/** The rows of an import by outcome, before and after the merge (decision 24). */
export const outcomesContract = defineContract({
  'GET /api/v1/admin/imports/:id/rows': {
    summary:
      'The rows of an import by their outcome, 50 a page; for a staged one, by the outcome that merging would have',
    access: 'admin',
    params,
    query: z.object({
      outcome: z.enum(['all', ...rowOutcomes]),
      /** Holds an order item’s id, which may be long. */
      cursor: z.string().max(2500).optional(),
    }),
    response: page(importedRow),
  },
  'GET /api/v1/admin/imports/:id/problems': {
    summary: 'The rows that were left out, in the order of the file, 50 a page',
    access: 'admin',
    params,
    query: z.object({ cursor: z.string().max(100).optional() }),
    response: page(rowError),
  },
  'GET /api/v1/admin/waiting-returns': {
    summary: 'How many returns have found no purchase yet, and their sum, by currency',
    access: 'admin',
    response: z.object({ items: z.array(waitingReturns) }),
  },
  'GET /api/v1/admin/imports/:id/undoing': {
    summary: 'What undoing an import would change, in money and by creator; nothing is changed',
    access: 'admin',
    params,
    response: undoEffect,
  },
})
