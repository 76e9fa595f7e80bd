import { z } from 'zod'
import { defineContract } from '../../../shared/contract.ts'
import { id, page } from '../../../shared/schemas.ts'
import { orderStatus, rowError } from '../../contract.ts'

const count = z.int().nonnegative()
const usd = z.number()

/** What becomes of a row, where that is no error; or of an order that the file has no row of. */
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

/** What became of rows and orders, or would, one by one: the rows that were read are the sum of all but the last two. */
export const tally = z.array(
  z.object({
    outcome: z.enum(rowOutcomes),
    rows: count,
    /** What these rows tell, with which the report's own total is compared; null of orders that it has no row of. */
    reported: usd.nullable(),
    /** By how much the commission of all orders grows for them. */
    commission: usd,
  }),
)
export type Tally = z.output<typeof tally>

/** What a file tells in money. */
export const reported = z.object({
  /** Of the rows that were read, which the tally splits. */
  rows: usd,
  /** Of the rows that were left out, as far as their amounts can be read: of so many they cannot. */
  left_out: usd,
  left_out_unread: count,
  /** The file's own total; null where it has none. */
  statement: usd.nullable(),
})

/** Whose orders change, and by how much commission, the most first. */
export const byCreator = z.array(
  z.object({
    /** Null for nobody's, as far as is known before a matching. */
    payee_id: id.nullable(),
    /** Null also once their account is gone. */
    username: z.string().nullable(),
    orders: count,
    commission: usd,
  }),
)
export type ByCreator = z.output<typeof byCreator>

/** Those beyond the first hundred, together. */
export const otherCreators = z.object({ creators: count, orders: count, commission: usd }).nullable()

/** What undoing an import changes: orders, and the commission of all orders. */
export const undoEffect = z.object({
  orders: count,
  commission: usd,
  creators: byCreator,
  other_creators: otherCreators,
  /** Nothing was tried: it changes so much at most, since other reports may tell of the same orders. */
  is_at_most: z.boolean(),
})

/** Returns that have found no purchase yet, and what of them waits: never positive. */
export const waitingReturns = z.object({ count, commission: usd })

const importedRow = z.object({
  line: z.int().nullable(),
  order_item_id: z.string(),
  order_date: z.iso.date(),
  asin: z.string(),
  product_title: z.string(),
  /** The order as it is now; null where there is none yet. */
  order_status: orderStatus.nullable(),
  commission: usd.nullable(),
  /** What the row tells, where that is kept: before the merge. */
  reported: usd.nullable(),
  /** What merging would make of the order; null once that is done, and of a row that is none of its own. */
  would_be: z.object({ order_status: orderStatus, commission: usd }).nullable(),
})
export type ImportedRow = z.output<typeof importedRow>

const params = z.object({ id })

/** The rows of an import by what becomes of them, before and after the merge (decision 62). */
export const outcomesContract = defineContract({
  'GET /api/v1/admin/imports/:id/rows': {
    summary:
      'The rows of an import by what became of them, 50 a page; of one that is looked over, what would become of them',
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
    summary: 'How many returns have found no purchase yet, and what they come to',
    access: 'admin',
    response: waitingReturns,
  },
  'GET /api/v1/admin/imports/:id/undoing': {
    summary: 'What undoing an import would change, in money and by creator; nothing is changed',
    access: 'admin',
    params,
    response: undoEffect,
  },
})
