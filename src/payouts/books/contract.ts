import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { fileFormats, mediaTypes } from '../../shared/export-file.ts'
import { bookAccounts } from '../../shared/payouts/books.ts'
import { instant, marketplaceCode, month, page } from '../../shared/schemas.ts'

/** US dollars, exact to the cent. */
const usd = z.number()

export const bookKinds = [
  'order',
  'adjustment',
  'payout',
  'payout_returned',
  'receipt',
  'bounty',
  'deduction',
  'receipt_reversed',
  'nobodys',
  'shortfall',
  'exchange',
] as const

/** Above zero: what the platform has or is owed; below: what it owes or has earned. Together they are zero. */
const amounts = z.object({
  /** What Amazon owes for orders of creators. */
  receivable: usd,
  platform: usd,
  /** Owed to creators. */
  creators: usd,
  /** Received from Amazon, less paid out. */
  paid: usd,
  /** What Amazon paid for orders that belong to nobody. */
  nobodys: usd,
  /** The dollars received for other currencies, less those posted for them. */
  exchange: usd,
})
export type BookAmounts = z.output<typeof amounts>

/** A month of the books: what it adds to each account, and the accounts at its end. */
const bookMonth = z.object({
  month,
  /** Null while entries may still come. */
  closed_at: instant.nullable(),
  entries: z.int(),
  change: amounts,
  balance: amounts,
})
export type BookMonth = z.output<typeof bookMonth>

/** The entries of a month of one kind and one month that Amazon pays for, added up. */
const bookLine = z.object({
  kind: z.enum(bookKinds),
  /** Null for entries without such a month. */
  marketplace: z.string().nullable(),
  earning_month: month.nullable(),
  entries: z.int(),
  change: amounts,
})
export type BookLine = z.output<typeof bookLine>

const bookEntry = z.object({
  /** The id of the row or the receipt's line; for an entry booked at the month's end, its month. */
  id: z.string(),
  kind: z.enum(bookKinds),
  /** Null for entries booked at the month's end. */
  at: instant.nullable(),
  marketplace: z.string().nullable(),
  earning_month: month.nullable(),
  order_item_id: z.string().nullable(),
  payout_run_id: z.string().nullable(),
  /** A payout approved by the admin who received it, since there was no other admin. */
  is_own: z.boolean(),
  /** The receipt's reference, the payout's in the providers' files, or an id. */
  reference: z.string().nullable(),
  /** The creator's username; null also once the account is gone. */
  username: z.string().nullable(),
  change: amounts,
})
export type BookEntry = z.output<typeof bookEntry>

/** The filter for a month's entries. */
const asked = z.object({
  kind: z.enum(bookKinds).optional(),
  marketplace: marketplaceCode.optional(),
  earning_month: month.optional(),
  /** Only entries that change this account. */
  account: z.enum(bookAccounts).optional(),
})
export type AskedEntries = z.output<typeof asked>

/** The books, for admins (docs/product/books.md#the-rule). */
export const booksContract = defineContract({
  'GET /api/v1/admin/books': {
    summary: 'The months of a year in the books, the newest first',
    access: 'admin',
    query: z.object({ year: z.coerce.number().int().min(2000).max(2999).optional() }),
    response: z.object({ year: z.int(), items: z.array(bookMonth) }),
  },
  'GET /api/v1/admin/books/:month': {
    summary: 'A month of the books by kinds of entries and the months that Amazon pays for',
    access: 'admin',
    params: z.object({ month }),
    response: bookMonth.extend({ lines: z.array(bookLine) }),
  },
  'GET /api/v1/admin/books/:month/entries': {
    summary:
      'The entries of a month of the books in their order, 50 a page; what is booked at its end is on the last',
    access: 'admin',
    params: z.object({ month }),
    query: asked.extend({ cursor: z.string().max(200).optional() }),
    response: page(bookEntry),
  },
  'GET /api/v1/admin/export/books': {
    summary: 'All entries of a month of the books as a file',
    access: 'admin',
    query: z.object({ month, format: z.enum(fileFormats).default('csv') }),
    response: z.unknown(),
    produces: Object.values(mediaTypes),
  },
})
