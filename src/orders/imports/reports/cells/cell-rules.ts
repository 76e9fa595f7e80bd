import { shown } from './amount-rules.ts'

/** A row's status of its order; `partly_returned`: the row's pieces came back. */
export type SaidStatus = 'pending' | 'shipped' | 'cancelled' | 'returned' | 'partly_returned'

const synonyms: Record<SaidStatus, string[]> = {
  pending: [
    'pending',
    'ordered',
    'order',
    'processing',
    'placed',
    'open',
    'new',
    'unshipped',
    'awaiting shipment',
    'not yet shipped',
  ],
  shipped: [
    'shipped',
    'ship',
    'shipment',
    'dispatched',
    'dispatch',
    'delivered',
    'completed',
    'complete',
    'fulfilled',
    'sale',
  ],
  cancelled: ['cancelled', 'canceled', 'cancellation', 'cancelation', 'cancel', 'void', 'voided'],
  returned: ['returned', 'return', 'refunded', 'refund', 'reversed', 'chargeback'],
  partly_returned: [
    'partially refunded',
    'partially returned',
    'partly refunded',
    'partly returned',
    'partial refund',
    'partial return',
  ],
}
const statuses = new Map(
  Object.entries(synonyms).flatMap(([status, names]) => names.map((name) => [name, status as SaidStatus])),
)

/** A status in the one form in which it is compared: its case and the kind of its spaces do not matter. */
export const statusKey = (cell: string): string =>
  cell
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()

/** An order's status by its name or a common synonym (docs/product/reports.md#cells). */
export const readStatus = (cell: string): SaidStatus | null =>
  statuses.get(cell) ?? statuses.get(statusKey(cell)) ?? null

/**
 * A rate in hundredths of a percent: `4%`, `4.00%`, `0.04` (docs/product/reports.md#cells). Null for any other text.
 */
export function readRateBps(cell: string): number | null {
  const [, number = '', percent] = /^(\d{0,3}(?:[.,]\d{1,8})?)\s*(%)?$/.exec(cell) ?? []
  if (number === '') return null
  const value = Number(number.replace(',', '.'))
  const bps = Math.round(value * (percent ? 100 : 10_000))
  return bps <= 10_000 ? bps : null
}

/** A number of items; negative in a return. Null for any other text. */
export function readQuantity(cell: string): number | null {
  const text = cell.replace(/[\u2212\u2013]/, '-')
  const [, sign, open, digits = ''] =
    /^(-)?(\()?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.0+)?(?:\))?$/.exec(text) ?? []
  if (digits === '' || (open !== undefined) !== text.endsWith(')') || (sign && open)) return null
  const count = Number(digits.replaceAll(',', ''))
  if (count > 1_000_000) return null
  return (sign || open) && count > 0 ? -count : count
}

/** An ASIN in capitals; null for any other text. */
export function readAsin(cell: string): string | null {
  const asin = cell.toUpperCase()
  return /^[A-Z0-9]{10}$/.test(asin) ? asin : null
}

/** An order item's id: 1 to 200 visible characters, and not only signs, since no address could name `.`. */
export const isOrderItemId = (cell: string): boolean =>
  /[\p{L}\p{N}]/u.test(cell) && cell.length <= 200 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(cell)

/**
 * Whether a spreadsheet has turned an id into a number and cut it: `1.11235E+16`. An id of digits and one `E` without a
 * decimal sign is no such number.
 */
export const isCutNumber = (cell: string): boolean =>
  /^\d+(?:[.,]\d+E\+?|E\+)\d{1,3}$/i.test(cell.replace(/\s/g, ''))

const maxTitle = 500

/** A title as it is stored: one line, without what a database cannot hold, at most 500 characters. */
export const readTitle = (cell: string): string => cut(plain(cell), maxTitle)

/** A tag as it is stored, or null for none. */
export const readTag = (cell: string): string | null => cut(plain(cell), 200) || null

const plain = (cell: string) => (/\p{Cc}/u.test(cell) ? cell.replace(/\p{Cc}+/gu, ' ').trim() : cell)

function cut(text: string, length: number): string {
  if (text.length <= length) return text
  // Not between the two halves of a character.
  return text.slice(0, text.codePointAt(length - 1) === text.charCodeAt(length - 1) ? length : length - 1)
}

/** The problem of a cell, in words for the admin. */
export const cellProblems = {
  empty: 'This cell is empty.',
  status: (cell: string) =>
    `“${shown(cell)}” is no status. It must be pending, shipped, returned or cancelled.`,
  statusLeftOut: (cell: string) => `Rows of the status “${shown(cell)}” are left out, as an admin said.`,
  rate: (cell: string) => `“${shown(cell)}” is no rate. Write it as 4% or 0.04.`,
  quantity: (cell: string) => `“${shown(cell)}” is no quantity. It must be a whole number.`,
  asin: (cell: string) => `“${shown(cell)}” is no ASIN: ten letters and digits.`,
  cutNumber: (cell: string) =>
    `A spreadsheet has turned this id into the number “${shown(cell)}”, and its last digits are lost. Download the report again and import that file as it is; or open it in the spreadsheet with this column as text.`,
  orderItemId: 'An order item’s id has 1 to 200 characters, none of them invisible, and a letter or a digit.',
}
